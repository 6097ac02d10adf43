package dev.penstock.rules;

/** How a quota handles a call that does not carry its key. */
public enum MissingKeyPolicy {
  /** Count the call by the client's address instead. */
  IP,
  /** Count all such calls in one budget: outbound calls have no client address to count by. */
  SHARED,
  /** Do not apply the quota. */
  SKIP,
  /** Reject the call. Waiting does not help. */
  DENY
}
