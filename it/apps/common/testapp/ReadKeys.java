package testapp;

import java.util.List;

/** Formats the keys that an application has read from a request, one line per way of reading. */
public final class ReadKeys {
  private ReadKeys() {}

  /** Each value in ASCII after an equals sign; {@code none} for null. */
  public static String format(String... readings) {
    var lines = new StringBuilder();
    for (String reading : readings) {
      lines.append(reading == null ? "none" : "=" + ascii(reading)).append('\n');
    }
    return lines.toString();
  }

  /** The last of several values; null if there are none. */
  public static String last(List<String> values) {
    return values == null || values.isEmpty() ? null : values.get(values.size() - 1);
  }

  private static String ascii(String text) {
    var ascii = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain = c > ' ' && c < 0x7f && c != '\\';
      ascii.append(plain ? Character.toString(c) : String.format("\\u%04x", (int) c));
    }
    return ascii.toString();
  }
}
