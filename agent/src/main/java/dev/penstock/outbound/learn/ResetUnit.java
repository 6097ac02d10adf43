package dev.penstock.outbound.learn;

/** The meaning of a bare number that announces when a budget is reset. */
public enum ResetUnit {
  /**
   * Milliseconds since the epoch from 1e12 on, seconds since the epoch from 1e9 on, otherwise
   * seconds from now.
   */
  BY_SIZE,
  /** As above, but small numbers are milliseconds from now, as some servers send them. */
  MILLIS
}
