package dev.penstock.operator;

import org.jspecify.annotations.Nullable;

/** Actions that only commands offer, not the console or JMX. */
public interface OperatorActions {
  /**
   * Loads the rules from this file, and uses this file from now on.
   *
   * @param shadow the candidate file to compare with; null if the rules file names it
   * @return null on success, otherwise the problems
   */
  @Nullable String loadRules(String file, @Nullable String shadow);

  /** The URL of the console with its token; null if there is no console. */
  @Nullable String consoleUrl();
}
