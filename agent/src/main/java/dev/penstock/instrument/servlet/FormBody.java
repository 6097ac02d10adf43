package dev.penstock.instrument.servlet;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a form as they were sent; decoded when it is known how. */
final class FormBody {
  /*
   * Reads what Tomcat reads: a field without `=` is empty, one without a name or with a broken
   * escape is not there. Bytes are kept, because the application may say late how to decode them.
   * So many fields that only an attacker sends them are not there either.
   */
  private static final int MOST_FIELDS = 10_000;

  private final byte[] bytes;
  private final int length;

  FormBody(byte[] bytes) {
    this(bytes, bytes.length);
  }

  private FormBody(byte[] bytes, int length) {
    this.bytes = bytes;
    this.length = length;
  }

  /** A form of which only the start is known; its last field may be cut off, so it is left out. */
  static FormBody startingWith(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '&') {
      end--;
    }
    return new FormBody(bytes, end);
  }

  /** All fields of a body in their order, each with its values in theirs. */
  static Map<String, String[]> fields(byte[] body, Charset charset) {
    Map<String, String[]> fields = new LinkedHashMap<>();
    new FormBody(body)
        .values(charset)
        .forEach((name, values) -> fields.put(name, values.toArray(new String[0])));
    return fields;
  }

  private Map<String, List<String>> values(Charset charset) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    int fields = 0;
    for (int start = 0;
        start < length && fields < MOST_FIELDS;
        start = indexOf('&', start, length) + 1) {
      int end = indexOf('&', start, length);
      int equals = indexOf('=', start, end);
      String name = decoded(start, equals, charset);
      String value = decoded(Math.min(equals + 1, end), end, charset);
      if (equals > start && name != null && value != null) {
        values.computeIfAbsent(name, first -> new ArrayList<>(1)).add(value);
        fields++;
      }
    }
    return values;
  }

  /** The first value of a field as UTF-8 or, if it is not, by the byte: no two become one. */
  @Nullable String first(String name) {
    List<String> values = values(StandardCharsets.UTF_8).get(name);
    if (values == null || values.get(0).indexOf('\uFFFD') < 0) {
      return values == null ? null : values.get(0);
    }
    List<String> bytewise = values(StandardCharsets.ISO_8859_1).get(name);
    return bytewise == null ? values.get(0) : bytewise.get(0);
  }

  /** Where the character stands, or else the end. */
  private int indexOf(char c, int from, int to) {
    int at = from;
    while (at < to && bytes[at] != c) {
      at++;
    }
    return at;
  }

  private @Nullable String decoded(int from, int to, Charset charset) {
    byte[] plain = new byte[to - from];
    int length = 0;
    for (int i = from; i < to; i++) {
      int value = bytes[i] == '+' ? ' ' : bytes[i];
      if (value == '%') {
        value = i + 2 < to ? hex(bytes[i + 1], bytes[i + 2]) : -1;
        if (value < 0) {
          return null;
        }
        i += 2;
      }
      plain[length++] = (byte) value;
    }
    return new String(plain, 0, length, charset);
  }

  private static int hex(byte high, byte low) {
    int first = Character.digit(high, 16);
    int second = Character.digit(low, 16);
    return first < 0 || second < 0 ? -1 : first << 4 | second;
  }
}
