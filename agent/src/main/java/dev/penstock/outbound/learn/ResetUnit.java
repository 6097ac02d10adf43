package dev.penstock.outbound.learn;

/** How a bare number is to be understood that says when a budget is reset. */
public enum ResetUnit {
  /**
   * From 1e12 on it is the epoch in milliseconds, from 1e9 on in seconds; else seconds from now.
   */
  BY_SIZE,
  /** The same, but small numbers are milliseconds from now, as a few servers have it. */
  MILLIS
}
