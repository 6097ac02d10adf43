package dev.penstock.json;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value of a parsed JSON text. A method for another kind of value throws {@link
 * InvalidJsonException}.
 */
public final class JsonValue {
  public static final JsonValue NULL = new JsonValue(null);

  /** A million calls per second for thirty years. Sums of such numbers do not overflow. */
  private static final long MAX_COUNT = 1_000_000_000_000_000L;

  private final @Nullable Object value;

  /** Wraps a map, a list, a String, a Long, a Double, a Boolean or null. */
  JsonValue(@Nullable Object value) {
    this.value = value;
  }

  public boolean isNull() {
    return value == null;
  }

  /** A member of an object; {@link #NULL} if it has no member of that name. */
  public JsonValue member(String name) throws InvalidJsonException {
    return members().getOrDefault(name, NULL);
  }

  @SuppressWarnings("unchecked")
  public Map<String, JsonValue> members() throws InvalidJsonException {
    if (value instanceof Map) {
      return (Map<String, JsonValue>) value;
    }
    throw new InvalidJsonException("not an object");
  }

  @SuppressWarnings("unchecked")
  public List<JsonValue> items() throws InvalidJsonException {
    if (value instanceof List) {
      return (List<JsonValue>) value;
    }
    throw new InvalidJsonException("not a list");
  }

  public String text() throws InvalidJsonException {
    if (value instanceof String text) {
      return text;
    }
    throw new InvalidJsonException("not a string");
  }

  public @Nullable String textOrNull() throws InvalidJsonException {
    return value == null ? null : text();
  }

  /** A whole number that is not negative. */
  public long count() throws InvalidJsonException {
    if (value instanceof Long number && number >= 0 && number <= MAX_COUNT) {
      return number;
    }
    throw new InvalidJsonException("not a count");
  }

  public long countOr(long otherwise) throws InvalidJsonException {
    return value == null ? otherwise : count();
  }

  public double decimal() throws InvalidJsonException {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw new InvalidJsonException("not a number");
  }
}
