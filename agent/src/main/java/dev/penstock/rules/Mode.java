package dev.penstock.rules;

import java.util.Locale;

/** How the rejections of a limit are applied. */
public enum Mode {
  /** The call is rejected. */
  ENFORCE,
  /** The call passes, and is counted as one that would have been rejected. */
  SHADOW,
  /** Nothing is checked. This is the kill switch. */
  OFF;

  /** Returns the mode of both that rejects fewer calls. */
  public Mode orMilder(Mode other) {
    return compareTo(other) > 0 ? this : other;
  }

  /** The mode as it is written in a rules file. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
