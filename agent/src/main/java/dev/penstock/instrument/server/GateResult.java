package dev.penstock.instrument.server;

/** The result of asking the gate about a request on an event loop. */
public enum GateResult {
  ADMITTED,
  REJECTED,
  /** The gate reports the result later. */
  SUSPENDED
}
