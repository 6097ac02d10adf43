package dev.penstock.rules.match;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A hash table from path segments to values. A lookup needs no substring of the path. */
public final class SegmentTable<V> {
  public static final int EMPTY_HASH = 0;

  private @Nullable String[] segments = new @Nullable String[4];
  private @Nullable Object[] values = new @Nullable Object[4];
  private int size;

  public @Nullable V find(String segment) {
    return find(segment, 0, segment.length(), hash(segment));
  }

  /** Finds the part of the text from {@code from} to before {@code to}, which has this hash. */
  @SuppressWarnings("unchecked") // values are only ever put there by put
  public @Nullable V find(String text, int from, int to, int hash) {
    int mask = segments.length - 1;
    int slot = spread(hash) & mask;
    while (true) {
      String segment = segments[slot];
      if (segment == null) {
        return null;
      }
      if (segment.length() == to - from && text.startsWith(segment, from)) {
        return (V) values[slot];
      }
      slot = slot + 1 & mask;
    }
  }

  /** Adds a segment that the table does not contain. */
  public void put(String segment, V value) {
    if (2 * (size + 1) > segments.length) {
      grow();
    }
    place(segment, value);
    size++;
  }

  private void place(String segment, Object value) {
    int mask = segments.length - 1;
    int slot = spread(hash(segment)) & mask;
    while (segments[slot] != null) {
      slot = slot + 1 & mask;
    }
    segments[slot] = segment;
    values[slot] = value;
  }

  private void grow() {
    @Nullable String[] oldSegments = segments;
    @Nullable Object[] oldValues = values;
    segments = Arrays.copyOf(new @Nullable String[0], 2 * oldSegments.length);
    values = Arrays.copyOf(new @Nullable Object[0], 2 * oldValues.length);
    for (int i = 0; i < oldSegments.length; i++) {
      String segment = oldSegments[i];
      Object value = oldValues[i];
      if (segment != null && value != null) {
        place(segment, value);
      }
    }
  }

  private static int hash(String text) {
    int hash = EMPTY_HASH;
    for (int i = 0; i < text.length(); i++) {
      hash = hash(hash, text.charAt(i));
    }
    return hash;
  }

  /** The hash of a text that is longer by one character. */
  public static int hash(int hash, char next) {
    return 31 * hash + next;
  }

  private static int spread(int hash) {
    return hash ^ hash >>> 16;
  }
}
