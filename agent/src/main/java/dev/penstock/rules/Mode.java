package dev.penstock.rules;

import java.util.Locale;

/** What becomes of a call that a limit refuses. */
public enum Mode {
  /** It is turned away. */
  ENFORCE,
  /** It goes through, and is counted as one that would have been turned away. */
  SHADOW,
  /** Nothing is looked at: the kill switch. */
  OFF;

  /** The one of both that turns fewer calls away. */
  public Mode orMilder(Mode other) {
    return compareTo(other) > 0 ? this : other;
  }

  /** As it is written in a file. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
