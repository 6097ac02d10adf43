package dev.penstock.config;

import dev.penstock.key.AddressRange;
import org.jspecify.annotations.Nullable;

/** Reads an address or a network. */
final class NetworkParser {
  private NetworkParser() {}

  /** True if a text is an address or a network. */
  static boolean isNetwork(String text) {
    try {
      AddressRange.parse(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** The network; null, and a problem, if it is none. */
  static @Nullable AddressRange parse(Text text) {
    try {
      return AddressRange.parse(text.value(), text.shown());
    } catch (IllegalArgumentException e) {
      text.error(
          Words.code(text) + " is not an IP address or network",
          "write an address such as `10.1.2.3` or `2001:db8::1`, or a network such as `10.0.0.0/8`");
      return null;
    }
  }
}
