package dev.penstock.telemetry;

import java.util.Locale;

/** What became of a call. */
public enum Outcome {
  /** It went through, and was charged. */
  ADMITTED,
  /** It was turned away because a limit was reached, or because it lacked a key. */
  REJECTED,
  /** It went through, but a rule in shadow would have turned it away. */
  WOULD_REJECT,
  /** The file exempts it: no rule has looked at it. */
  EXEMPT,
  /** It was turned away because the JVM had too much to do. */
  SHED,
  /** It was judged by the bucket that keys share when no more of them can be remembered. */
  OVERFLOW,
  /** It went through unjudged: something inside the agent failed, or the store was away. */
  FAILED_OPEN;

  /** As it is called in metrics. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
