package dev.penstock.json;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value of a JSON text; whoever asks it for what it is not gets a {@link BrokenJson}. */
public final class Json {
  public static final Json NULL = new Json(null);

  /** A million calls a second for thirty years: sums of such numbers do not overflow. */
  private static final long MOST = 1_000_000_000_000_000L;

  private final @Nullable Object value;

  /** A value that is a map, a list, a text, a Long, a Double, a Boolean or null. */
  Json(@Nullable Object value) {
    this.value = value;
  }

  public boolean isNull() {
    return value == null;
  }

  /** A member of an object; null if it has none of that name. */
  public Json member(String name) throws BrokenJson {
    return members().getOrDefault(name, NULL);
  }

  @SuppressWarnings("unchecked")
  public Map<String, Json> members() throws BrokenJson {
    if (value instanceof Map) {
      return (Map<String, Json>) value;
    }
    throw new BrokenJson("not an object");
  }

  @SuppressWarnings("unchecked")
  public List<Json> items() throws BrokenJson {
    if (value instanceof List) {
      return (List<Json>) value;
    }
    throw new BrokenJson("not a list");
  }

  public String text() throws BrokenJson {
    if (value instanceof String text) {
      return text;
    }
    throw new BrokenJson("not a text");
  }

  public @Nullable String textOrNull() throws BrokenJson {
    return value == null ? null : text();
  }

  /** A whole number that counts something. */
  public long count() throws BrokenJson {
    if (value instanceof Long number && number >= 0 && number <= MOST) {
      return number;
    }
    throw new BrokenJson("not a count");
  }

  public long countOr(long otherwise) throws BrokenJson {
    return value == null ? otherwise : count();
  }

  public double decimal() throws BrokenJson {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw new BrokenJson("not a number");
  }
}
