package dev.penstock.rules.config.value;

import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.key.AddressRange;
import org.jspecify.annotations.Nullable;

/** Parses an address or a network. */
public final class NetworkParser {
  private NetworkParser() {}

  /** True if a text is an address or a network. */
  public static boolean isNetwork(String text) {
    try {
      AddressRange.parse(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** The network; null, with a problem, if it is invalid. */
  public static @Nullable AddressRange parse(LocatedText text) {
    try {
      return AddressRange.parse(text.value(), text.shown());
    } catch (IllegalArgumentException e) {
      text.error(
          MessageWords.code(text) + " is not an IP address or network",
          "write an address such as `10.1.2.3` or `2001:db8::1`, or a network such as"
              + " `10.0.0.0/8`");
      return null;
    }
  }
}
