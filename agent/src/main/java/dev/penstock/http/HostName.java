package dev.penstock.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The one spelling of a host that rules are matched against. */
public final class HostName {
  private HostName() {}

  /** The host of {@code Shop.Example.:8080} is {@code shop.example}; brackets of IPv6 stay. */
  public static String of(@Nullable String authority) {
    if (authority == null) {
      return "";
    }
    String text = authority.strip();
    int colon = text.indexOf(':', Math.max(0, text.indexOf(']')));
    boolean bareIpv6 = !text.startsWith("[") && colon >= 0 && text.indexOf(':', colon + 1) >= 0;
    int end = colon < 0 || bareIpv6 ? text.length() : colon;
    if (end > 1 && text.charAt(end - 1) == '.') {
      end--;
    }
    return text.substring(0, end).toLowerCase(Locale.ROOT);
  }
}
