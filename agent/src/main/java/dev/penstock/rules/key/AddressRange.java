package dev.penstock.rules.key;

/** A network such as {@code 10.0.0.0/8}, or a single address. */
public final class AddressRange {
  private final long high;
  private final long low;
  private final long highMask;
  private final long lowMask;
  private final String shown;

  private AddressRange(IpAddress address, int prefix, String shown) {
    highMask = prefix >= 64 ? -1 : prefix == 0 ? 0 : -1L << (64 - prefix);
    lowMask = prefix <= 64 ? 0 : -1L << (128 - prefix);
    high = address.high() & highMask;
    low = address.low() & lowMask;
    this.shown = shown;
  }

  /**
   * Parses a network or an address.
   *
   * @throws IllegalArgumentException with a message for the user if the text is neither
   */
  public static AddressRange parse(String text) {
    return parse(text, text);
  }

  /**
   * Parses a network that messages show as {@code shown}, because a part of it comes from a
   * variable.
   *
   * @throws IllegalArgumentException with a message for the user if the text is neither
   */
  public static AddressRange parse(String text, String shown) {
    int slash = text.indexOf('/');
    IpAddress address = new IpAddress();
    if (!address.parse(text, 0, slash < 0 ? text.length() : slash)) {
      throw new IllegalArgumentException("`" + text + "` is not an IP address or network");
    }
    int bits = address.isIpv4() ? 32 : 128;
    int prefix = slash < 0 ? bits : prefix(text.substring(slash + 1));
    if (prefix < 0 || prefix > bits) {
      throw new IllegalArgumentException("the prefix in `" + text + "` must be 0 to " + bits);
    }
    return new AddressRange(address, 128 - bits + prefix, shown);
  }

  private static int prefix(String digits) {
    return digits.matches("\\d{1,3}") ? Integer.parseInt(digits) : -1;
  }

  /** True if the address lies in this network. */
  public boolean contains(IpAddress address) {
    return (address.high() & highMask) == high && (address.low() & lowMask) == low;
  }

  @Override
  public String toString() {
    return shown;
  }
}
