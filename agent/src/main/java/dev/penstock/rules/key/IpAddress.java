package dev.penstock.rules.key;

import java.util.Arrays;

/** An IP address as two longs, with IPv4 as IPv4-mapped IPv6. Mutable, so that it can be reused. */
public final class IpAddress {
  /*
   * Parsed by hand because InetAddress.getByName asks a name server if the text is not an address,
   * and clients control the text of a header.
   */
  private static final long IPV4_PREFIX = 0xffff_0000_0000L;
  private static final int GROUPS = 8;

  private final long[] groups = new long[GROUPS];
  private long high;
  private long low;

  long high() {
    return high;
  }

  long low() {
    return low;
  }

  boolean isIpv4() {
    return high == 0 && (low & ~0xffff_ffffL) == IPV4_PREFIX;
  }

  /** True for a loopback address. */
  public boolean isLoopback() {
    return isIpv4() ? (low >>> 24 & 0xff) == 127 : high == 0 && low == 1;
  }

  void set(IpAddress other) {
    high = other.high;
    low = other.low;
  }

  void set(long newHigh, long newLow) {
    high = newHigh;
    low = newLow;
  }

  /** Parses an address without port or brackets; false if the text is not an address. */
  public boolean parse(String text, int from, int to) {
    long ipv4 = ipv4(text, from, to);
    if (ipv4 < 0) {
      return parseIpv6(text, from, withoutZone(text, from, to));
    }
    set(0, IPV4_PREFIX | ipv4);
    return true;
  }

  private static int withoutZone(String text, int from, int to) {
    int zone = text.indexOf('%', from);
    return zone >= 0 && zone < to ? zone : to;
  }

  /**
   * Parses four numbers; -1 if invalid. Leading zeros are invalid, since some parsers read them as
   * octal.
   */
  private static long ipv4(String text, int from, int to) {
    long address = 0;
    int numbers = 0;
    int at = from;
    while (at < to) {
      int digits = 0;
      int number = 0;
      while (at < to && isDigit(text.charAt(at)) && digits < 4) {
        number = number * 10 + text.charAt(at++) - '0';
        digits++;
      }
      boolean leadingZero = digits > 1 && text.charAt(at - digits) == '0';
      if (digits == 0 || number > 255 || leadingZero || ++numbers > 4) {
        return -1;
      }
      address = address << 8 | number;
      if (at < to && (text.charAt(at++) != '.' || at == to)) {
        return -1;
      }
    }
    return numbers == 4 ? address : -1;
  }

  private boolean parseIpv6(String text, int from, int to) {
    int count = 0;
    int gap = -1;
    int at = from;
    if (text.startsWith("::", at) && at + 2 <= to) {
      gap = 0;
      at += 2;
    }
    while (at < to) {
      int end = at;
      while (end < to && text.charAt(end) != ':') {
        end++;
      }
      int added = addGroup(text, at, end, count, /* last= */ end == to);
      if (added == 0 || end + 1 == to) {
        return false;
      }
      count += added;
      at = end + 1;
      if (at < to && text.charAt(at) == ':') {
        if (gap >= 0) {
          return false;
        }
        gap = count;
        at++;
      }
    }
    return gap < 0 ? count == GROUPS && assemble() : count < GROUPS && fillGap(gap, count);
  }

  /**
   * Adds a group to the {@code count} groups before it. Returns how many it takes; 0 if invalid.
   */
  private int addGroup(String text, int from, int to, int count, boolean last) {
    long group = hex(text, from, to);
    if (group >= 0 && count < GROUPS) {
      groups[count] = group;
      return 1;
    }
    long ipv4 = last ? ipv4(text, from, to) : -1;
    if (ipv4 >= 0 && count + 1 < GROUPS) {
      groups[count] = ipv4 >>> 16;
      groups[count + 1] = ipv4 & 0xffff;
      return 2;
    }
    return 0;
  }

  private boolean fillGap(int gap, int count) {
    int after = count - gap;
    for (int i = 1; i <= after; i++) {
      groups[GROUPS - i] = groups[count - i];
    }
    Arrays.fill(groups, gap, GROUPS - after, 0);
    return assemble();
  }

  private boolean assemble() {
    set(
        groups[0] << 48 | groups[1] << 32 | groups[2] << 16 | groups[3],
        groups[4] << 48 | groups[5] << 32 | groups[6] << 16 | groups[7]);
    return true;
  }

  private static long hex(String text, int from, int to) {
    if (from == to || to - from > 4) {
      return -1;
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = Character.digit(text.charAt(i), 16);
      if (digit < 0 || text.charAt(i) > 'f') {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  private static long mask(int bits) {
    return bits == 0 ? 0 : -1L >>> (64 - bits);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Keeps the leading bits of a network and clears the rest. */
  void keep(int ipv4Prefix, int ipv6Prefix) {
    int prefix = isIpv4() ? 96 + ipv4Prefix : ipv6Prefix;
    high &= prefix >= 64 ? -1 : ~mask(64 - prefix);
    low &= prefix <= 64 ? 0 : ~mask(128 - prefix);
  }

  @Override
  public String toString() {
    if (isIpv4()) {
      return (low >> 24 & 255)
          + "."
          + (low >> 16 & 255)
          + "."
          + (low >> 8 & 255)
          + "."
          + (low & 255);
    }
    StringBuilder text = new StringBuilder(39);
    for (int shift = 48; shift >= 0; shift -= 16) {
      text.append(Long.toHexString(high >>> shift & 0xffff)).append(':');
    }
    for (int shift = 48; shift >= 0; shift -= 16) {
      text.append(Long.toHexString(low >>> shift & 0xffff)).append(shift == 0 ? "" : ":");
    }
    return text.toString();
  }
}
