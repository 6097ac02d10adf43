package dev.penstock.operator.jmx;

import org.jspecify.annotations.Nullable;

/** What is shown of one rule; counts are plain numbers, which every tool can plot. */
public interface RuleMXBean {
  /** What it allows, in words. */
  String getLimits();

  /** What becomes of calls that it refuses. */
  String getMode();

  /** Switches over: enforce, shadow, off, or file to go by the rules file again. */
  void setMode(String mode);

  /** The mode that the rules file asks for. */
  String getModeInFile();

  /** Who has switched the mode over; null if the rules file decides. */
  @Nullable String getSwitchedBy();

  long getAdmitted();

  long getRejected();

  long getWouldReject();

  long getExempt();

  long getShed();

  long getOverflow();

  long getFailedOpen();

  /** How many keys are remembered in this JVM. */
  long getLiveKeys();

  /** How many calls are held at the moment. */
  long getHeld();

  /** When it last saw a call, in milliseconds since 1970; 0 if it never did. */
  long getLastMatchedMillis();
}
