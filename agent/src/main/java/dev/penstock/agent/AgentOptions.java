package dev.penstock.agent;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options after {@code -javaagent:penstock.jar=}.
 *
 * @param rules the path of the rules file; null if Penstock searches for it
 * @param shadow the path of the candidate file; null if the rules file decides what is compared
 * @param strict true if the application must not start without rules
 */
public record AgentOptions(@Nullable String rules, @Nullable String shadow, boolean strict) {
  private static final List<String> KNOWN = List.of("rules", "shadow");
  private static final String STRICT = "strict";

  public AgentOptions(@Nullable String rules, @Nullable String shadow) {
    this(rules, shadow, /* strict= */ false);
  }

  /**
   * Parses {@code path}, {@code rules=path}, {@code shadow=path}, {@code strict}, or several of
   * these separated by commas.
   *
   * @throws IllegalArgumentException if the text is anything else; the message is written for the
   *     operator
   */
  public static AgentOptions parse(@Nullable String arguments) {
    Map<String, String> options = new HashMap<>();
    String rest = arguments == null || arguments.isBlank() ? "" : arguments;
    while (!rest.isEmpty()) {
      int end = endOfFirst(rest);
      add(rest.substring(0, end), options);
      rest = end < rest.length() ? rest.substring(end + 1) : "";
    }
    String shadow = options.getOrDefault("shadow", "");
    return new AgentOptions(
        options.get("rules"), shadow.isBlank() ? null : shadow, options.containsKey(STRICT));
  }

  /** A path may contain a comma: a comma ends an option only if another option follows it. */
  private static int endOfFirst(String text) {
    if (isStrictAt(text, 0)) {
      return STRICT.length();
    }
    for (int comma = text.indexOf(','); comma >= 0; comma = text.indexOf(',', comma + 1)) {
      if (isStrictAt(text, comma + 1)) {
        return comma;
      }
      for (String option : KNOWN) {
        if (text.startsWith(option + "=", comma + 1)) {
          return comma;
        }
      }
    }
    return text.length();
  }

  private static boolean isStrictAt(String text, int start) {
    int end = start + STRICT.length();
    return text.startsWith(STRICT, start) && (end == text.length() || text.charAt(end) == ',');
  }

  private static void add(String text, Map<String, String> options) {
    int equals = text.indexOf('=');
    String option = equals < 0 ? "" : text.substring(0, equals);
    // A path may contain an equals sign; names of options are plain words.
    boolean isPath = equals < 0 || option.indexOf('/') >= 0 || option.indexOf('\\') >= 0;
    String name = text.equals(STRICT) ? STRICT : isPath ? "rules" : option;
    if (name.equals(STRICT) && !isPath) {
      throw new IllegalArgumentException("the agent option `strict` takes no value");
    }
    if (!name.equals(STRICT) && !KNOWN.contains(name)) {
      throw new IllegalArgumentException(
          ("unknown agent option `" + name + "`; ")
              + "the options are `rules=PATH`, `shadow=PATH` and `strict`");
    }
    if (options.putIfAbsent(name, isPath ? text : text.substring(equals + 1)) != null) {
      throw new IllegalArgumentException("the agent option `" + name + "` is given twice");
    }
  }
}
