package dev.penstock.instrument.servlet;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The fields of a form as they were sent; decoded when it is known how. */
final class FormBody implements Function<Charset, Map<String, String[]>> {
  /*
   * Reads what Tomcat reads: a field without `=` is empty, one without a name or with a broken
   * escape is not there. Bytes are kept, because the application may say late how to decode them.
   */
  private final byte[] bytes;

  FormBody(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The body as it came. */
  byte[] bytes() {
    return bytes;
  }

  /** All fields in their order, each with its values in theirs. */
  @Override
  public Map<String, String[]> apply(Charset charset) {
    Map<String, String[]> fields = new LinkedHashMap<>();
    for (int start = 0; start < bytes.length; start = endOfField(start) + 1) {
      int end = endOfField(start);
      int equals = indexOf('=', start, end);
      String name = decoded(start, equals, charset);
      String value = decoded(Math.min(equals + 1, end), end, charset);
      if (equals > start && name != null && value != null) {
        fields.merge(name, new String[] {value}, FormBody::joined);
      }
    }
    return fields;
  }

  /** The first value of a field as UTF-8 or, if it is not, by the byte: no two become one. */
  @Nullable String first(String name) {
    String[] values = apply(StandardCharsets.UTF_8).get(name);
    if (values == null || values[0].indexOf('\uFFFD') < 0) {
      return values == null ? null : values[0];
    }
    String[] bytewise = apply(StandardCharsets.ISO_8859_1).get(name);
    return bytewise == null ? values[0] : bytewise[0];
  }

  private static String[] joined(String[] some, String[] more) {
    String[] all = new String[some.length + more.length];
    System.arraycopy(some, 0, all, 0, some.length);
    System.arraycopy(more, 0, all, some.length, more.length);
    return all;
  }

  private int endOfField(int start) {
    return indexOf('&', start, bytes.length);
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
