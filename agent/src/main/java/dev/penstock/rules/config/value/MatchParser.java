package dev.penstock.rules.config.value;

import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.Suggestion;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.PathPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses {@code [METHODS ]pattern}. */
final class MatchParser {
  private static final String EXAMPLES = "write a path such as `/api/**`, or `GET,POST /api/**`";
  private static final String NO_SLASH = "a path pattern must start with `/`";
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH");

  private MatchParser() {}

  /** The match; null, with a problem, if it is invalid. */
  static @Nullable Match parse(LocatedText text) {
    String value = text.value();
    int blank = value.indexOf(' ');
    if (value.startsWith("/")) {
      PathPattern pattern = pattern(text);
      return pattern == null ? null : new Match(List.of(), pattern);
    }
    if (blank < 0) {
      rejectWithoutPath(text);
      return null;
    }
    List<String> methods = methods(text.part(0, blank));
    if (value.charAt(blank - 1) == ',') {
      return null; // a method follows, not an invalid pattern
    }
    PathPattern pattern = pattern(text.part(blank, value.length()));
    return methods == null || pattern == null ? null : new Match(methods, pattern);
  }

  private static void rejectWithoutPath(LocatedText text) {
    boolean isMethod = Alphabet.METHOD.spells(text.value()) && text.value().indexOf('*') < 0;
    if (isMethod && !NetworkParser.isNetwork(text.value())) {
      text.error(
          MessageWords.code(text) + " is a method without a path",
          "write `"
              + text.shown()
              + " /**` for all paths;"
              + " put text with a comma in quotes inside `[ ]`");
    } else {
      text.error(NO_SLASH, helpWithoutSlash(text, EXAMPLES));
    }
  }

  /** The help for a pattern without a leading slash. */
  private static String helpWithoutSlash(LocatedText text, String examples) {
    String value = text.value();
    int authority = value.indexOf("://");
    if (authority > 0) {
      return helpForUrl(text, authority + 3);
    }
    if (NetworkParser.isNetwork(value)) {
      return "rules match requests; to exempt an address, write "
          + MessageWords.code("exempt: [ip " + text.shown() + "]");
    }
    if (value.startsWith("^")) {
      return "a pattern is not a regular expression; " + examples;
    }
    boolean isPath = !value.isEmpty() && value.indexOf(' ') < 0 && value.indexOf('@') < 0;
    return isPath ? "write " + MessageWords.code("/" + text.shown()) : examples;
  }

  /** The help for a URL whose host starts at this index. */
  private static String helpForUrl(LocatedText text, int host) {
    String value = text.value();
    int slash = value.indexOf('/', host);
    int end = slash < 0 ? value.length() : slash;
    int colon = value.indexOf(':', host);
    int endOfHost = colon < 0 || colon > end ? end : colon;
    String path = slash < 0 ? "/**" : text.part(slash, value.length()).shown();
    String map = "{ host: %s, path: %s }".formatted(text.part(host, endOfHost).shown(), path);
    return "write "
        + MessageWords.code(text.isQuotable() ? map : "{ host: api.example.org, path: /api/** }")
        + ": inbound requests are matched by path";
  }

  /** Parses methods separated by commas; null, with a problem, if they are invalid. */
  static @Nullable List<String> methods(LocatedText text) {
    List<String> methods = new ArrayList<>();
    int start = 0;
    while (start <= text.value().length()) {
      int comma = text.value().indexOf(',', start);
      int end = comma < 0 ? text.value().length() : comma;
      LocatedText method = text.part(start, end);
      if (!Alphabet.METHOD.spells(method.value()) || isWildcard(method)) {
        reject(method);
        return null;
      }
      warnOfTypo(method);
      methods.add(method.value());
      start = end + 1;
    }
    return methods;
  }

  /**
   * True for the spellings of "all methods" and "one of these methods" in other tools. Also true
   * for a variable whose value is not a standard method, so that no message shows the value of a
   * variable.
   */
  private static boolean isWildcard(LocatedText method) {
    String value = method.value();
    return value.indexOf('|') >= 0
        || value.indexOf('*') >= 0
        || value.equals("ANY")
        || value.equals("ALL")
        || (method.hasVariables() && !METHODS.contains(value));
  }

  private static void reject(LocatedText method) {
    String upper = method.value().toUpperCase(Locale.ROOT);
    if (method.isEmpty()) {
      method.error(
          "a method is missing", "separate methods by commas without spaces: `GET,POST /api/**`");
    } else if (!method.isQuotable()) {
      method.error(MessageWords.code(method) + " is not a method", EXAMPLES);
    } else if (method.value().indexOf('|') >= 0) {
      method.error(
          MessageWords.code(method) + " is not a method",
          "separate methods by commas: " + MessageWords.code(upper.replace('|', ',')));
    } else if (isWildcard(method)) {
      method.error(
          MessageWords.code(method) + " is not a method", "omit the method to match all methods");
    } else if (Alphabet.METHOD.spells(upper)) {
      method.error(
          MessageWords.code(method) + " is not a method",
          "did you mean " + MessageWords.code(upper) + "?");
    } else {
      method.error(MessageWords.code(method) + " is not a method", EXAMPLES);
    }
  }

  /** Warns of likely typos: any method is valid, but a rule for GTE matches nothing. */
  private static void warnOfTypo(LocatedText method) {
    String nearest = Suggestion.nearest(method.value(), METHODS);
    if (nearest != null && !nearest.equals(method.value())) {
      method.warning(
          "unusual method " + MessageWords.code(method),
          "did you mean " + MessageWords.code(nearest) + "?");
    }
  }

  /** The path pattern; null, with a problem, if it is invalid. */
  static @Nullable PathPattern pattern(LocatedText text) {
    return pattern(text, EXAMPLES);
  }

  /** The path pattern; null, with a problem that shows these examples, if it is invalid. */
  static @Nullable PathPattern pattern(LocatedText text, String examples) {
    String value = text.value();
    int query = value.indexOf('?');
    if (query >= 0) {
      text.part(query, value.length())
          .error("a path pattern cannot contain a query", "remove the `?` and the text after it");
      return null;
    }
    if (!value.startsWith("/")) {
      text.error(NO_SLASH, helpWithoutSlash(text, examples));
      return null;
    }
    if (PatternSpelling.isForeign(text)) {
      return null;
    }
    warnOfEscape(text);
    warnOfOneSegment(text);
    try {
      return PathPattern.parse(value, text.shown());
    } catch (IllegalArgumentException e) {
      reject(text, String.valueOf(e.getMessage()), examples);
      return null;
    }
  }

  /** Warns of a star at the end, which servlet mappings and other tools use for all paths below. */
  private static void warnOfOneSegment(LocatedText text) {
    int last = text.value().length() - 1;
    if (text.value().endsWith("/*")) {
      String shown = text.shown();
      String before = shown.endsWith("*") ? shown.substring(0, shown.length() - 1) : "/api/";
      text.part(last, last + 1)
          .warning(
              "a `*` at the end matches exactly one segment",
              "write "
                  + MessageWords.code(before + "**")
                  + " for everything below, or "
                  + MessageWords.code(before + "{name}")
                  + " for a single segment");
    }
  }

  /** Warns of percent escapes, because paths are decoded before they are matched. */
  private static void warnOfEscape(LocatedText text) {
    int percent = text.value().indexOf('%');
    if (percent >= 0 && percent + 3 <= text.value().length()) {
      LocatedText escape = text.part(percent, percent + 3);
      escape.warning(
          MessageWords.code(escape) + " is not decoded in a pattern",
          "write the character that it stands for");
    }
  }

  /** Reports a problem at the segment that the message quotes, or else at the whole pattern. */
  private static void reject(LocatedText text, String message, String examples) {
    int open = message.indexOf('`');
    String quoted = message.substring(open + 1, Math.max(open + 1, message.indexOf('`', open + 1)));
    int at = text.value().lastIndexOf(quoted);
    LocatedText blamed = at >= 0 ? text.part(at, at + quoted.length()) : text;
    blamed.error(message.replace("`" + quoted + "`", "`" + blamed.shown() + "`"), examples);
  }
}
