package testapp;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells what an application has read from a request, one line for each way of reading it. */
public final class Seen {
  private static final Pattern SUBJECT = Pattern.compile("\"sub\":\"([^\"]*)\"");

  private Seen() {}

  /** Each value in ASCII behind an equals sign; {@code none} for a value that is null. */
  public static String by(String... readings) {
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

  /** The subject of a bearer's token, which is not verified; null if there is none. */
  public static String subject(String authorization) {
    String[] words = authorization == null ? new String[0] : authorization.trim().split("\\s+");
    String[] parts = words.length < 2 ? new String[0] : words[1].split("\\.");
    if (parts.length < 2 || !words[0].equalsIgnoreCase("bearer")) {
      return null;
    }
    byte[] claims = Base64.getUrlDecoder().decode(parts[1]);
    Matcher subject = SUBJECT.matcher(new String(claims, StandardCharsets.UTF_8));
    return subject.find() ? subject.group(1) : null;
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
