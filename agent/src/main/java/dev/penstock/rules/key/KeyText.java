package dev.penstock.rules.key;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Computes the hash of a displayed key, such as {@code user=42}, without the rules. */
public final class KeyText {
  /*
   * The result equals the hash that KeySource computes for calls with this key: tag and value of a
   * named source, the bits of an address, and the numbered parts of a composite key. A value that
   * contains text like the start of another part is misread.
   */
  private static final String IP = "ip=";

  private static final Pattern NEXT_PART = Pattern.compile(", (?=[a-z]+(\\.[^=,]+)?=|global|null)");

  private KeyText() {}

  /** Computes the hash of a displayed key into {@code into}. */
  public static void hash(String text, KeyHash into) {
    into.start();
    if (text.startsWith("[") && text.endsWith("]")) {
      List<String> parts = parts(text.substring(1, text.length() - 1));
      for (int i = 0; i < parts.size(); i++) {
        into.add(i);
        add(parts.get(i), into);
      }
    } else {
      add(text, into);
    }
    into.finish();
  }

  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    Matcher next = NEXT_PART.matcher(text);
    int from = 0;
    while (next.find()) {
      parts.add(text.substring(from, next.start()));
      from = next.end();
    }
    parts.add(text.substring(from));
    return parts;
  }

  private static void add(String part, KeyHash into) {
    IpAddress address = new IpAddress();
    int equals = part.indexOf('=');
    if (part.equals("null")) {
      into.add(-1);
    } else if (part.startsWith(IP) && address.parse(part, IP.length(), part.length())) {
      into.add(KeyHash.tag("ip"));
      into.add(address.high());
      into.add(address.low());
    } else if (equals >= 0) {
      into.add(KeyHash.tag(part.substring(0, equals)));
      into.add(part, equals + 1, part.length());
    } else if (!part.equals(GlobalKey.INSTANCE.toString())) {
      into.add(part);
    }
  }
}
