package dev.penstock.rules.config.value;

import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.match.Destination;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.PathPattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses {@code [METHODS ]URL} of outbound calls, such as {@code https://api.example.org/**}. */
final class UrlMatchParser {
  static final String EXAMPLES =
      "write a URL such as `https://api.example.org/**`, or `GET,POST https://*.example.org/v1/**`";
  private static final String AFTER_SCHEME = "://";

  private final LocatedText url;

  private UrlMatchParser(LocatedText url) {
    this.url = url;
  }

  /** The match; null, with a problem, if it is invalid. */
  static @Nullable Match parse(LocatedText text) {
    String value = text.value();
    int blank = value.indexOf(' ');
    if (value.startsWith("/") || blank < 0) {
      return new UrlMatchParser(text).match(List.of());
    }
    List<String> methods = MatchParser.methods(text.part(0, blank));
    if (value.charAt(blank - 1) == ',') {
      return null; // a method follows, not an invalid URL
    }
    Match match = new UrlMatchParser(text.part(blank, value.length())).match(methods);
    return methods == null ? null : match;
  }

  private @Nullable Match match(@Nullable List<String> methods) {
    String value = url.value();
    int colon = value.indexOf(AFTER_SCHEME);
    if (colon < 0 || value.startsWith("/")) {
      rejectWithoutScheme();
      return null;
    }
    int hostStart = colon + AFTER_SCHEME.length();
    int pathStart = endOfAuthority(hostStart);
    String scheme = DestinationParser.scheme(url.part(0, colon));
    Destination destination = destination(scheme, hostStart, pathStart);
    PathPattern pattern = pattern(pathStart);
    return destination == null || pattern == null
        ? null
        : new Match(
            methods == null ? List.of() : methods,
            destination,
            pattern,
            /* conditions= */ List.of(),
            /* except= */ List.of(),
            /* cost= */ 0);
  }

  private void rejectWithoutScheme() {
    String value = url.value();
    if (value.startsWith("/") && !value.startsWith("//")) {
      url.error(
          MessageWords.code(url) + " is a path without a host",
          "write the whole URL, such as "
              + MessageWords.code("https://api.example.org" + url.shown())
              + ", or "
              + MessageWords.code("{ path: " + url.shown() + " }")
              + " for all hosts");
    } else if (Alphabet.METHOD.spells(value)) {
      url.error(
          MessageWords.code(url) + " is a method without a URL",
          "write `"
              + url.shown()
              + " *://*:*/**` for all calls;"
              + " put text with a comma in quotes inside `[ ]`");
    } else if (DestinationParser.startsWithScheme(value)) {
      url.error("the scheme of a URL must end with `://`", EXAMPLES);
    } else {
      String rest = (value.startsWith("//") ? url.part(2, value.length()) : url).shown();
      url.error("the URL has no scheme", "write " + MessageWords.code("https://" + rest));
    }
  }

  private int endOfAuthority(int from) {
    int end = from;
    while (end < url.value().length() && "/?#".indexOf(url.value().charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  private @Nullable Destination destination(@Nullable String scheme, int from, int to) {
    int at = url.value().lastIndexOf('@', to - 1);
    if (at >= from) {
      // The part points at the credentials; the message does not repeat them.
      url.part(from, at + 1)
          .error(
              "a URL pattern cannot contain credentials",
              "remove the text before the host, including the `@`");
      return null;
    }
    int portColon = url.value().indexOf(':', Math.max(from, url.value().lastIndexOf(']', to)));
    boolean hasPort = portColon >= 0 && portColon < to;
    String host = DestinationParser.host(url.part(from, hasPort ? portColon : to));
    Integer port =
        hasPort
            ? DestinationParser.port(url.part(portColon + 1, to))
            : Integer.valueOf(Destination.SCHEMES_OWN);
    return scheme == null || host == null || port == null
        ? null
        : new Destination(scheme, host, port, hidden(to));
  }

  /** The URL up to its path for messages if a part of it comes from a variable; otherwise null. */
  private @Nullable String hidden(int to) {
    LocatedText origin = url.part(0, to);
    return origin.hasVariables() ? origin.shown() : null;
  }

  private @Nullable PathPattern pattern(int from) {
    String value = url.value();
    int query = value.indexOf('?', from);
    int fragment = value.indexOf('#', from);
    if (query >= 0) {
      url.part(query, value.length())
          .error(
              "a URL pattern cannot contain a query",
              "remove the query, or write a map with `query: { name: value }`");
      return null;
    }
    if (fragment >= 0) {
      url.part(fragment, value.length())
          .error("a URL pattern cannot contain a `#`", "remove it and the text after it");
      return null;
    }
    if (from == value.length()) {
      url.error(
          "the URL has no path",
          "write " + MessageWords.code(url.shown() + "/**") + " for all paths of a host");
      return null;
    }
    return MatchParser.pattern(url.part(from, value.length()), EXAMPLES);
  }
}
