package dev.penstock.rules.key;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses a key that an operator typed, in the format of {@link KeySource#describe}. */
public final class KeyTextParser {
  /** Bounds the search for commas, which tries all of them. */
  private static final int LONGEST = 2_000;

  private final String text;

  public KeyTextParser(String text) {
    this.text = text.strip();
  }

  /**
   * Computes the hash of calls with this key into the context; false if the text is not a key of
   * this source.
   */
  public boolean find(KeySource source, KeyContext context, ClientAddress clientAddress) {
    Map<String, String> parts = text.length() > LONGEST ? null : read(source, text);
    if (parts == null) {
      return false;
    }
    new KeyTextCall(parts).startContext(context, clientAddress);
    try {
      return context.find(source);
    } finally {
      context.end();
    }
  }

  /** The values in the text by source; null if the text is not a key of this source. */
  private static @Nullable Map<String, String> read(KeySource source, String text) {
    if (source instanceof GlobalKey) {
      return text.equals(source.toString()) ? Map.of() : null;
    }
    if (source instanceof FirstPresentKey first) {
      return readFirst(first.sources(), text);
    }
    if (source instanceof CompositeKey composite) {
      boolean inBrackets = text.startsWith("[") && text.endsWith("]");
      return inBrackets ? readAll(composite.sources(), text.substring(1, text.length() - 1)) : null;
    }
    String name = source + "=";
    return text.startsWith(name) ? readOne(source, text.substring(name.length())) : null;
  }

  private static @Nullable Map<String, String> readOne(KeySource source, String value) {
    boolean fits =
        !(source instanceof ClientIpKey) || new IpAddress().parse(value, 0, value.length());
    return fits ? Map.of(source.toString(), value) : null;
  }

  private static @Nullable Map<String, String> readFirst(List<KeySource> sources, String text) {
    for (KeySource source : sources) {
      Map<String, String> parts = read(source, text);
      if (parts != null) {
        return parts;
      }
    }
    return null;
  }

  /** Tries every comma as a separator, because values can contain commas. */
  private static @Nullable Map<String, String> readAll(List<KeySource> sources, String text) {
    KeySource first = sources.get(0);
    List<KeySource> others = sources.subList(1, sources.size());
    if (others.isEmpty()) {
      return read(first, text);
    }
    for (int comma = text.indexOf(", "); comma >= 0; comma = text.indexOf(", ", comma + 1)) {
      Map<String, String> one = read(first, text.substring(0, comma));
      Map<String, String> rest = one == null ? null : readAll(others, text.substring(comma + 2));
      Map<String, String> all = one == null || rest == null ? null : joined(one, rest);
      if (all != null) {
        return all;
      }
    }
    return null;
  }

  /** Merges both maps; null if they have different values for one source. */
  private static @Nullable Map<String, String> joined(
      Map<String, String> one, Map<String, String> other) {
    Map<String, String> all = new HashMap<>(one);
    for (Map.Entry<String, String> part : other.entrySet()) {
      String known = all.put(part.getKey(), part.getValue());
      if (known != null && !known.equals(part.getValue())) {
        return null;
      }
    }
    return all;
  }
}
