package dev.penstock.config;

import dev.penstock.key.Composite;
import dev.penstock.key.FirstPresent;
import dev.penstock.key.KeySource;
import dev.penstock.key.NamedValue;
import dev.penstock.key.PathVariable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys that outbound calls have, and why they do not have the others. */
final class OutboundKeys {
  static final Vocabulary SOURCES =
      new Vocabulary(List.of("header.N", "query.N", "path.N", "method", "host", "global"));

  private OutboundKeys() {}

  /** Refuses a key that is, or is made of, something that outbound calls do not have. */
  static void check(Text word, KeySource source) {
    KeySource foreign = foreign(source);
    if (foreign == null) {
      return;
    }
    word.error(
        foreign.toString().equals(word.shown())
            ? "outbound calls have no " + Words.code(word)
            : Words.code(word)
                + " is made of "
                + Words.code(foreign.toString())
                + ", which outbound calls do not have",
        help(kind(foreign)));
  }

  /** The first thing that outbound calls do not have; null if they have it all. */
  static @Nullable KeySource foreign(KeySource source) {
    if (source instanceof FirstPresent first) {
      return foreign(first.sources());
    }
    if (source instanceof Composite composite) {
      return foreign(composite.sources());
    }
    String kind = kind(source);
    boolean known = SOURCES.known().contains(kind) || SOURCES.known().contains(kind + ".N");
    return known ? null : source;
  }

  private static @Nullable KeySource foreign(List<KeySource> sources) {
    for (KeySource source : sources) {
      KeySource foreign = foreign(source);
      if (foreign != null) {
        return foreign;
      }
    }
    return null;
  }

  private static String kind(KeySource source) {
    if (source instanceof NamedValue named) {
      return named.kind();
    }
    return source instanceof PathVariable ? "path" : source.toString();
  }

  private static String help(String kind) {
    return switch (kind) {
      case "ip" ->
          "they all come from this JVM; `host` is one budget for each host, `global` one for all";
      case "user", "session" ->
          "a caller of the application is not known where it calls others;"
              + " write a header that the call carries, such as `header.X-API-Key`";
      case "cookie" ->
          "clients add cookies after the call was let go; write `header.N` or `query.N`";
      case "form" -> "their body is not read before it is sent; write `header.N` or `query.N`";
      case "jwt" ->
          "the token is for others to open; `header.Authorization` is one budget for each token";
      case "attribute" -> "attributes are a server's notes; write `header.N` or `query.N`";
      default -> "routes are a server's own; write `path.N`, or a rule for each path";
    };
  }
}
