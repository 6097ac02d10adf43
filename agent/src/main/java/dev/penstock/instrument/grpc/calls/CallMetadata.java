package dev.penstock.instrument.grpc.calls;

import dev.penstock.http.HeaderField;
import io.grpc.Metadata;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Reads and writes metadata of calls by the names of header fields. */
final class CallMetadata {
  /** The keys by the names in rules and in responses, which are few; empty for impossible names. */
  private static final Map<String, Optional<Metadata.Key<String>>> KEYS = new ConcurrentHashMap<>();

  private CallMetadata() {}

  /** All values of a name; null if there is none. Values of names that end in -bin are no text. */
  static @Nullable Iterable<String> values(Metadata metadata, String name) {
    Metadata.Key<String> key = key(name);
    return key == null ? null : metadata.getAll(key);
  }

  /** The first value of a name; null if there is none. */
  static @Nullable String first(Metadata metadata, String name) {
    Iterable<String> values = values(metadata, name);
    Iterator<String> each = values == null ? null : values.iterator();
    return each == null || !each.hasNext() ? null : each.next();
  }

  static void put(Metadata metadata, String name, String value) {
    Metadata.Key<String> key = key(name);
    if (key != null) {
      metadata.put(key, value);
    }
  }

  static void put(Metadata metadata, String name, byte[] value) {
    metadata.put(Metadata.Key.of(name, Metadata.BINARY_BYTE_MARSHALLER), value);
  }

  /** A copy with header fields, because applications may share metadata among calls. */
  static Metadata withFields(Metadata metadata, List<HeaderField> fields) {
    if (fields.isEmpty()) {
      return metadata;
    }
    Metadata copy = new Metadata();
    copy.merge(metadata);
    for (HeaderField field : fields) {
      put(copy, field.name(), field.value());
    }
    return copy;
  }

  private static Metadata.@Nullable Key<String> key(String name) {
    return KEYS.computeIfAbsent(name, CallMetadata::newKey).orElse(null);
  }

  private static Optional<Metadata.Key<String>> newKey(String name) {
    try {
      return Optional.of(
          Metadata.Key.of(name.toLowerCase(Locale.ROOT), Metadata.ASCII_STRING_MARSHALLER));
    } catch (IllegalArgumentException noNameOfMetadata) {
      return Optional.empty();
    }
  }
}
