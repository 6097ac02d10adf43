package dev.penstock.config;

import dev.penstock.rule.Match;
import dev.penstock.rule.PathPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads {@code [METHODS ]pattern}. */
final class MatchParser {
  private static final String EXAMPLES = "write a path such as `/api/**`, or `GET,POST /api/**`";
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH");

  private MatchParser() {}

  /** The match; null, and a problem, if it is none. */
  static @Nullable Match parse(Text text) {
    String value = text.value();
    int blank = value.indexOf(' ');
    if (value.startsWith("/")) {
      PathPattern pattern = pattern(text);
      return pattern == null ? null : new Match(List.of(), pattern);
    }
    if (blank < 0) {
      refuseWithoutPath(text);
      return null;
    }
    List<String> methods = methods(text.part(0, blank));
    if (value.charAt(blank - 1) == ',') {
      return null; // what follows is a method, not a bad pattern
    }
    PathPattern pattern = pattern(text.part(blank, value.length()));
    return methods == null || pattern == null ? null : new Match(methods, pattern);
  }

  private static void refuseWithoutPath(Text text) {
    if (Alphabet.METHOD.spells(text.value())) {
      text.error(
          Words.code(text.value()) + " is a method without a path",
          "write `"
              + text.value()
              + " /**` for all paths;"
              + " a text with a comma must be in quotes inside of `[ ]`");
    } else {
      text.error("a path pattern starts with `/`", EXAMPLES);
    }
  }

  /** Methods with commas between them; null, and a problem, if they are none. */
  static @Nullable List<String> methods(Text text) {
    List<String> methods = new ArrayList<>();
    int start = 0;
    while (start <= text.value().length()) {
      int comma = text.value().indexOf(',', start);
      int end = comma < 0 ? text.value().length() : comma;
      Text method = text.part(start, end);
      if (!Alphabet.METHOD.spells(method.value())) {
        refuse(method);
        return null;
      }
      warnOfTypo(method);
      methods.add(method.value());
      start = end + 1;
    }
    return methods;
  }

  private static void refuse(Text method) {
    String upper = method.value().toUpperCase(Locale.ROOT);
    if (method.isEmpty()) {
      method.error("a method is missing", "separate methods by commas alone: `GET,POST /api/**`");
    } else if (Alphabet.METHOD.spells(upper)) {
      method.error(
          Words.code(method.value()) + " is not a method",
          "did you mean " + Words.code(upper) + "?");
    } else {
      method.error(Words.code(method.value()) + " is not a method", EXAMPLES);
    }
  }

  /** Methods are anybody's to invent, but a rule for GTE is a rule for nothing. */
  private static void warnOfTypo(Text method) {
    String nearest = Suggestion.nearest(method.value(), METHODS);
    if (nearest != null && !nearest.equals(method.value())) {
      method.warning(
          "unusual method " + Words.code(method.value()),
          "did you mean " + Words.code(nearest) + "?");
    }
  }

  /** A path pattern; null, and a problem, if it is none. */
  static @Nullable PathPattern pattern(Text text) {
    return pattern(text, EXAMPLES);
  }

  /** The same with other examples to follow. */
  static @Nullable PathPattern pattern(Text text, String examples) {
    String value = text.value();
    int query = value.indexOf('?');
    if (query >= 0) {
      text.part(query, value.length())
          .error("a path pattern ends before the `?`", "leave the query out");
      return null;
    }
    warnOfEscape(text);
    try {
      return PathPattern.parse(value);
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      blamed(text, message).error(message, examples);
      return null;
    }
  }

  /** Paths are held against a pattern after the server has decoded them. */
  private static void warnOfEscape(Text text) {
    int percent = text.value().indexOf('%');
    if (percent >= 0 && percent + 3 <= text.value().length()) {
      Text escape = text.part(percent, percent + 3);
      escape.warning(
          Words.code(escape.value()) + " is not decoded in a pattern",
          "write the character that it stands for");
    }
  }

  /** The segment that the message quotes, or else the whole pattern. */
  private static Text blamed(Text text, String message) {
    int open = message.indexOf('`');
    String quoted = message.substring(open + 1, Math.max(open + 1, message.indexOf('`', open + 1)));
    int at = text.value().lastIndexOf(quoted);
    return text.value().startsWith("/") && at >= 0 ? text.part(at, at + quoted.length()) : text;
  }
}
