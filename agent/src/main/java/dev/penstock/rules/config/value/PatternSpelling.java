package dev.penstock.rules.config.value;

import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.MessageWords;
import org.jspecify.annotations.Nullable;

/**
 * Reports path patterns in the syntax of other tools, which would match nothing as literal text.
 */
final class PatternSpelling {
  /*
   * Reports only spellings that no common path contains. Parentheses, `$`, `+`, `:` and `|` alone
   * are accepted, because paths such as /Orders(7), /$batch and /docs:export exist.
   */
  private static final String EVERY_SEGMENT =
      "a pattern is not a regular expression: write `{name}` or `*` for one segment, `**` for any"
          + " number of them";

  private PatternSpelling() {}

  /** True, with a problem, if the pattern is in the syntax of another tool. */
  static boolean isForeign(LocatedText pattern) {
    String value = pattern.value();
    if (value.indexOf(" /") > 0) {
      pattern.error(
          MessageWords.code(pattern) + " looks like several patterns",
          "write a list such as `[/a, /b]`");
      return true;
    }
    int start = 1;
    while (start <= value.length()) {
      int slash = endOfSegment(value, start);
      if (isForeignSegment(pattern, pattern.part(start, slash))) {
        return true;
      }
      start = slash + 1;
    }
    return false;
  }

  private static int endOfSegment(String value, int from) {
    int slash = value.indexOf('/', from);
    return slash < 0 ? value.length() : slash;
  }

  private static boolean isForeignSegment(LocatedText pattern, LocatedText segment) {
    String value = segment.value();
    String name = variableName(value);
    if (name != null) {
      String suggestion = "{" + name + "}";
      segment.error(
          MessageWords.code(segment) + " is not a variable of a pattern",
          "write "
              + MessageWords.code(
                  segment.isQuotable() ? pattern.shown().replace(value, suggestion) : "{name}")
              + "; a variable stands for one whole segment");
      return true;
    }
    if (isAlternatives(value)) {
      segment.error(
          MessageWords.code(segment) + " is not part of a pattern",
          "write a list with one pattern for each, such as `[/a, /b]`");
      return true;
    }
    if (isRegularExpression(value)) {
      segment.error(MessageWords.code(segment) + " is not part of a pattern", EVERY_SEGMENT);
      return true;
    }
    return false;
  }

  /** The name in {@code :id}, {@code <id>}, {@code <int:id>} or {@code {id:[0-9]+}}; else null. */
  private static @Nullable String variableName(String segment) {
    String name = "";
    if (segment.startsWith(":")) {
      name = segment.substring(1);
    } else if (segment.startsWith("<") && segment.endsWith(">")) {
      name = segment.substring(segment.indexOf(':') + 1, segment.length() - 1);
    } else if (segment.startsWith("{") && segment.indexOf(':') > 0) {
      name = segment.substring(1, segment.indexOf(':'));
    }
    String bare = name.startsWith("<") ? name.substring(1) : name;
    return isIdentifier(bare) ? bare : null;
  }

  private static boolean isIdentifier(String text) {
    return Alphabet.RULE_NAME.spells(text)
        && text.indexOf('.') < 0
        && Character.isLetter(text.charAt(0));
  }

  /** True for {@code {a,b}} and {@code (a|b)}. */
  private static boolean isAlternatives(String segment) {
    return (segment.startsWith("{") && segment.endsWith("}") && segment.indexOf(',') > 0)
        || (segment.indexOf('(') >= 0 && segment.indexOf('|') > segment.indexOf('('));
  }

  private static boolean isRegularExpression(String segment) {
    int open = segment.indexOf('[');
    return (open >= 0 && segment.indexOf(']', open) > open)
        || segment.indexOf('\\') >= 0
        || segment.contains(".*")
        || segment.contains(".+")
        || segment.startsWith("^")
        || (segment.length() > 1 && segment.endsWith("$"));
  }
}
