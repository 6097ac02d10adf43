package dev.penstock.instrument.servlet;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Splits a form into its fields for an application that asks for parameters. */
final class FormBody {
  /*
   * Reads what Tomcat reads: a field without `=` is empty, one without a name or with a broken
   * escape is not there. Bytes are kept, because the application may say late how to decode them.
   * So many fields that only an attacker sends them are not there either.
   */
  private static final int MOST_FIELDS = 10_000;

  private final byte[] bytes;

  private FormBody(byte[] bytes) {
    this.bytes = bytes;
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
        start < bytes.length && fields < MOST_FIELDS;
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
