package dev.penstock.rules.key;

import java.util.Locale;
import java.util.Random;

/** Creates random addresses in random valid spellings. */
final class AddressSpellings {
  private AddressSpellings() {}

  static String randomAddress(Random random) {
    return random.nextInt(4) == 0 ? ipv4(random) : ipv6(random);
  }

  private static String ipv4(Random random) {
    return random.nextInt(256)
        + "."
        + random.nextInt(256)
        + "."
        + random.nextInt(256)
        + "."
        + random.nextInt(256);
  }

  private static String ipv6(Random random) {
    boolean endsInIpv4 = random.nextInt(4) == 0;
    int groups = endsInIpv4 ? 6 : 8;
    // From `gap` on, `left` groups out are zero and written as ::
    int left = random.nextBoolean() ? 0 : 1 + random.nextInt(groups);
    int gap = random.nextInt(groups - left + 1);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < groups; i++) {
      if (left > 0 && i == gap) {
        text.append("::");
        i += left - 1;
      } else {
        separate(text).append(group(random));
      }
    }
    if (endsInIpv4) {
      separate(text).append(ipv4(random));
    }
    return text.toString();
  }

  private static StringBuilder separate(StringBuilder text) {
    boolean needsColon = text.length() > 0 && text.charAt(text.length() - 1) != ':';
    return needsColon ? text.append(':') : text;
  }

  private static String group(Random random) {
    String hex = Integer.toHexString(random.nextInt(random.nextBoolean() ? 0x10000 : 2));
    String padded = random.nextInt(4) == 0 ? "0".repeat(4 - hex.length()) + hex : hex;
    return random.nextBoolean() ? padded : padded.toUpperCase(Locale.ROOT);
  }
}
