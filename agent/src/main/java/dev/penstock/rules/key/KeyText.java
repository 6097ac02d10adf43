package dev.penstock.rules.key;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A key as people read it, such as {@code user=42}, and its hash where no rules are at hand. */
public final class KeyText {
  /*
   * The hash is the one that calls with this key have, which KeySource works out: that of a source
   * is its tag and its value, that of an address its bits, and that of a composite key its parts,
   * each after its number. A value that itself reads like the next part cannot be told from one.
   */
  private static final String IP = "ip=";

  private static final Pattern NEXT_PART = Pattern.compile(", (?=[a-z]+(\\.[^=,]+)?=|global|null)");

  private KeyText() {}

  /** Makes a hash that of a key; {@link KeyHash#high} is what the key is shown as. */
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
