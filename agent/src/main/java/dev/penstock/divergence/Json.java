package dev.penstock.divergence;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value of a JSON text; whoever asks it for what it is not gets a {@link BrokenLine}. */
final class Json {
  static final Json NULL = new Json(null);

  /** A million calls a second for thirty years: sums of such numbers do not overflow. */
  private static final long MOST = 1_000_000_000_000_000L;

  private final @Nullable Object value;

  /** A value that is a map, a list, a text, a Long, a Double, a Boolean or null. */
  Json(@Nullable Object value) {
    this.value = value;
  }

  boolean isNull() {
    return value == null;
  }

  /** A member of an object; null if it has none of that name. */
  Json member(String name) throws BrokenLine {
    return members().getOrDefault(name, NULL);
  }

  @SuppressWarnings("unchecked")
  Map<String, Json> members() throws BrokenLine {
    if (value instanceof Map) {
      return (Map<String, Json>) value;
    }
    throw new BrokenLine("not an object");
  }

  @SuppressWarnings("unchecked")
  List<Json> items() throws BrokenLine {
    if (value instanceof List) {
      return (List<Json>) value;
    }
    throw new BrokenLine("not a list");
  }

  String text() throws BrokenLine {
    if (value instanceof String text) {
      return text;
    }
    throw new BrokenLine("not a text");
  }

  @Nullable String textOrNull() throws BrokenLine {
    return value == null ? null : text();
  }

  /** A whole number that counts something. */
  long count() throws BrokenLine {
    if (value instanceof Long number && number >= 0 && number <= MOST) {
      return number;
    }
    throw new BrokenLine("not a count");
  }

  long countOr(long otherwise) throws BrokenLine {
    return value == null ? otherwise : count();
  }

  double decimal() throws BrokenLine {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw new BrokenLine("not a number");
  }
}
