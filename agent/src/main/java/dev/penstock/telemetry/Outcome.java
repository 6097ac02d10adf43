package dev.penstock.telemetry;

import java.util.Locale;

/** The outcome of a call. */
public enum Outcome {
  /** Admitted and charged. */
  ADMITTED,
  /** Rejected because a limit was reached or the key was missing. */
  REJECTED,
  /** Admitted, but a rule in shadow would have rejected it. */
  WOULD_REJECT,
  /** Exempt by the rules file; no rule was checked. */
  EXEMPT,
  /** Rejected because the JVM had too many requests in flight. */
  SHED,
  /** Counted in the shared bucket of keys that the full key table has no room for. */
  OVERFLOW,
  /** Admitted without a decision, because of an internal error or an unavailable store. */
  FAILED_OPEN;

  /** Returns the value of the metric label. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
