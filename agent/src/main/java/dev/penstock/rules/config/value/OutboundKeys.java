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

/** The key sources that outbound calls have; explains why they lack the others. */
public final class OutboundKeys {
  public static final Vocabulary SOURCES =
      new Vocabulary(List.of("header.N", "query.N", "path.N", "method", "host", "global"));

  private OutboundKeys() {}

  /** Reports a key that is, or contains, a source that outbound calls do not have. */
  static void check(LocatedText word, KeySource source) {
    KeySource unavailable = firstUnavailable(source);
    if (unavailable == null) {
      return;
    }
    word.error(
        unavailable.toString().equals(word.shown())
            ? "outbound calls have no " + MessageWords.code(word)
            : MessageWords.code(word)
                + " contains "
                + MessageWords.code(unavailable.toString())
                + ", which outbound calls do not have",
        help(kind(unavailable)));
  }

  /** The first source in a key that outbound calls do not have; null if they have all. */
  public static @Nullable KeySource firstUnavailable(KeySource source) {
    if (source instanceof FirstPresentKey first) {
      return firstUnavailable(first.sources());
    }
    if (source instanceof CompositeKey composite) {
      return firstUnavailable(composite.sources());
    }
    String kind = kind(source);
    boolean known = SOURCES.known().contains(kind) || SOURCES.known().contains(kind + ".N");
    return known ? null : source;
  }

  private static @Nullable KeySource firstUnavailable(List<KeySource> sources) {
    for (KeySource source : sources) {
      KeySource unavailable = firstUnavailable(source);
      if (unavailable != null) {
        return unavailable;
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
          "they all come from this JVM; use `host` for one budget per host, or `global` for one in"
              + " total";
      case "user", "session" ->
          "the user of an inbound request is not known to outbound calls;"
              + " use a header that the call carries, such as `header.X-API-Key`";
      case "cookie" ->
          "HTTP clients add cookies after the limit is checked; use `header.N` or `query.N`";
      case "form" -> "their body is not read; use `header.N` or `query.N`";
      case "jwt" ->
          "their tokens are not parsed; use `header.Authorization` for one budget per token";
      case "attribute" -> "only inbound requests have attributes; use `header.N` or `query.N`";
      default -> "only inbound requests have routes; use `path.N`, or write a rule for each path";
    };
  }
}
