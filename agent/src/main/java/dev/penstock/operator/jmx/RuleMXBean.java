package dev.penstock.operator.jmx;

import org.jspecify.annotations.Nullable;

/** The JMX interface of one rule. Counts are plain numbers, which every tool can plot. */
public interface RuleMXBean {
  /** The limits of the rule as text. */
  String getLimits();

  /** The mode of the rule. */
  String getMode();

  /** Switches the mode: enforce, shadow, off, or file to use the mode of the rules file again. */
  void setMode(String mode);

  /** The mode in the rules file. */
  String getModeInFile();

  /** The source of the mode switch; null if the mode of the rules file applies. */
  @Nullable String getSwitchedBy();

  long getAdmitted();

  long getRejected();

  long getWouldReject();

  long getExempt();

  long getShed();

  long getOverflow();

  long getFailedOpen();

  /** The number of keys with counts in this JVM. */
  long getLiveKeys();

  /** The number of calls held now. */
  long getHeld();

  /** The time of the last matching call in milliseconds since 1970; 0 if none. */
  long getLastMatchedMillis();
}
