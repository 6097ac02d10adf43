package dev.penstock.key;

import org.jspecify.annotations.Nullable;

/** One budget for each value of a header, cookie or query parameter. */
public final class NamedValue implements KeySource {
  private final Part part;
  private final String name;
  private final String text;
  private final long tag;

  public NamedValue(Part part, String name) {
    this.part = part;
    this.name = name;
    text = part.word() + "." + name;
    tag = KeyHash.tag(text);
  }

  @Override
  public boolean addTo(KeyHash hash, Caller caller) {
    String value = read(caller);
    if (value == null) {
      return false;
    }
    hash.add(tag);
    hash.add(value);
    return true;
  }

  @Override
  public @Nullable String describe(Caller caller) {
    String value = read(caller);
    return value == null ? null : text + "=" + value;
  }

  /** An empty value identifies nobody. */
  private @Nullable String read(Caller caller) {
    String value = part.read(caller.call(), name);
    return value == null || value.isEmpty() ? null : value;
  }

  @Override
  public String toString() {
    return text;
  }
}
