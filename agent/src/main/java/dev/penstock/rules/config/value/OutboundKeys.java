package dev.penstock.rules.config.value;

import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.key.CompositeKey;
import dev.penstock.rules.key.FirstPresentKey;
import dev.penstock.rules.key.KeySource;
import dev.penstock.rules.key.NamedValueKey;
import dev.penstock.rules.key.PathVariableKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys that outbound calls have, and why they do not have the others. */
public final class OutboundKeys {
  public static final Vocabulary SOURCES =
      new Vocabulary(List.of("header.N", "query.N", "path.N", "method", "host", "global"));

  private OutboundKeys() {}

  /** Refuses a key that is, or is made of, something that outbound calls do not have. */
  static void check(LocatedText word, KeySource source) {
    KeySource foreign = foreign(source);
    if (foreign == null) {
      return;
    }
    word.error(
        foreign.toString().equals(word.shown())
            ? "outbound calls have no " + MessageWords.code(word)
            : MessageWords.code(word)
                + " is made of "
                + MessageWords.code(foreign.toString())
                + ", which outbound calls do not have",
        help(kind(foreign)));
  }

  /** The first thing that outbound calls do not have; null if they have it all. */
  public static @Nullable KeySource foreign(KeySource source) {
    if (source instanceof FirstPresentKey first) {
      return foreign(first.sources());
    }
    if (source instanceof CompositeKey composite) {
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
    if (source instanceof NamedValueKey named) {
      return named.kind();
    }
    return source instanceof PathVariableKey ? "path" : source.toString();
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
