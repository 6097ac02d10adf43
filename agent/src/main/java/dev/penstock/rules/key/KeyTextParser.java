package dev.penstock.rules.key;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A key as an operator writes it, which is as {@link KeySource#describe} does. */
public final class KeyTextParser {
  /** Nobody types more, and what follows a comma is tried in all ways. */
  private static final int LONGEST = 2_000;

  private final String text;

  public KeyTextParser(String text) {
    this.text = text.strip();
  }

  /**
   * Works out the hash that calls with this key have, which then is the caller's; false if it is no
   * key of this source.
   */
  public boolean find(KeySource source, KeyContext context, ClientAddress clientAddress) {
    Map<String, String> parts = text.length() > LONGEST ? null : read(source, text);
    if (parts == null) {
      return false;
    }
    new KeyTextCall(parts).seenBy(context, clientAddress);
    try {
      return context.find(source);
    } finally {
      context.end();
    }
  }

  /** The value of each source that a text speaks of; null if it is not how this one is written. */
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

  /** A value may have commas of its own, so all of them are tried. */
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

  /** All of both; null if they are at odds, as no call has two values of one thing. */
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
