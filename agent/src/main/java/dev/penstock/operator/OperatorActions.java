package dev.penstock.operator;

import org.jspecify.annotations.Nullable;

/** What commands can do that no other switch can. */
public interface OperatorActions {
  /**
   * Takes the rules from this file from now on.
   *
   * @param shadow the file to compare them with; null if they say so themselves
   * @return null if they are in force, else why they are not
   */
  @Nullable String takeRules(String file, @Nullable String shadow);

  /** Where the console is, with what it takes to be let in; null if there is none. */
  @Nullable String consoleUrl();
}
