package dev.penstock.outbound;

/** Whether an outbound call is decided, and how. */
enum CallState {
  /** The call waits: for a reply of the store, for its turn, or in a queue. */
  WAITING,
  /** The call may be sent. */
  SENT,
  /** The client gets an exception instead of a response. */
  REJECTED,
  /** The application cancelled the call, or its thread was interrupted, while the call waited. */
  CANCELLED
}
