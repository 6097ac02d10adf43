package dev.penstock.instrument.servlet;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses a form into fields for an application that reads parameters. */
final class FormBody {
  /*
   * Parses as Tomcat does: a field without `=` is empty; a field without a name or with a broken
   * escape is ignored. Fields beyond MAX_FIELDS are ignored, too: only an attacker sends so many.
   */
  private static final int MAX_FIELDS = 10_000;

  private final byte[] bytes;

  private FormBody(byte[] bytes) {
    this.bytes = bytes;
  }

  /** All fields of a body and their values, both in the order of the body. */
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
        start < bytes.length && fields < MAX_FIELDS;
        start = indexOf('&', start, bytes.length) + 1) {
      int end = indexOf('&', start, bytes.length);
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

  /** The position of a character, or else the end. */
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
