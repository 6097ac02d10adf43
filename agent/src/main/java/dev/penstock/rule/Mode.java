package dev.penstock.rule;

/** What becomes of a call that a limit refuses. */
public enum Mode {
  /** It is turned away. */
  ENFORCE,
  /** It goes through, and is counted as one that would have been turned away. */
  SHADOW,
  /** Nothing is looked at: the kill switch. */
  OFF
}
