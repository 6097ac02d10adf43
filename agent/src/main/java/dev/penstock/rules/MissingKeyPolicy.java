package dev.penstock.rules;

/** What becomes of a call that does not carry a quota's key. */
public enum MissingKeyPolicy {
  /** It is counted by its client's address instead. */
  IP,
  /** All such calls share one budget: outbound calls come from no other address to go by. */
  SHARED,
  /** The quota does not look at it. */
  SKIP,
  /** It is turned away: waiting does not help. */
  DENY
}
