package dev.penstock.agent;

import org.jspecify.annotations.Nullable;

/**
 * What can be said behind the {@code =} of {@code -javaagent:penstock.jar=}.
 *
 * @param rules the rules file, or null if it is to be looked for
 */
record AgentOptions(@Nullable String rules) {
  /**
   * Reads {@code path} or {@code rules=path}.
   *
   * @throws IllegalArgumentException with a message for people if it is neither
   */
  static AgentOptions parse(@Nullable String arguments) {
    if (arguments == null || arguments.isBlank()) {
      return new AgentOptions(null);
    }
    int equals = arguments.indexOf('=');
    String option = equals < 0 ? "" : arguments.substring(0, equals);
    // A path may have an equals sign in it too; options are plain words.
    if (equals < 0 || option.indexOf('/') >= 0 || option.indexOf('\\') >= 0) {
      return new AgentOptions(arguments);
    }
    if (!option.equals("rules")) {
      throw new IllegalArgumentException(
          "unknown agent option `" + option + "`; there is `rules=PATH`");
    }
    return new AgentOptions(arguments.substring(equals + 1));
  }
}
