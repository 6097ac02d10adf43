package dev.penstock.instrument.reactor;

import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The URL of a Reactor Netty request, parsed as the library does.
 *
 * @param scheme {@code http} or {@code https}, also for a WebSocket
 * @param port -1 for the default port of the scheme
 * @param path as it is sent, with the query but without the fragment
 */
record RequestUrl(String scheme, String host, int port, String path) {
  /*
   * A request may have a whole URL; a URL without a scheme, which then depends on the TLS setting;
   * or a path only, which is completed by the base URL or the address of the client. None of these
   * has to be a valid URI.
   */

  /**
   * Returns null if the URL cannot be parsed; the library reports the error.
   *
   * @param url the URL of the request
   * @param base the base URL for paths; null if there is none
   * @param address the address of the client, for a path without a base URL
   */
  static @Nullable RequestUrl of(
      @Nullable String url, @Nullable String base, boolean secure, Supplier<?> address) {
    String whole = url == null || url.isEmpty() ? "/" : url;
    if (base != null && whole.startsWith("/")) {
      whole = (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + whole;
    }
    String scheme = secure ? "https" : "http";
    if (whole.startsWith("/")) {
      return at(scheme, address.get(), path(whole));
    }
    int colon = whole.indexOf("://");
    int start = colon < 0 ? 0 : colon + "://".length();
    if (colon >= 0) {
      scheme = plain(whole.substring(0, colon).toLowerCase(Locale.ROOT));
    }
    int end = start;
    while (end < whole.length() && "/?#".indexOf(whole.charAt(end)) < 0) {
      end++;
    }
    return scheme == null
        ? null
        : at(scheme, whole.substring(start, end), path(whole.substring(end)));
  }

  private static @Nullable String plain(String scheme) {
    return switch (scheme) {
      case "http", "ws" -> "http";
      case "https", "wss" -> "https";
      default -> null;
    };
  }

  private static @Nullable RequestUrl at(String scheme, String authority, String path) {
    String place = authority.substring(authority.lastIndexOf('@') + 1);
    int colon = place.lastIndexOf(':');
    boolean hasPort = colon > place.lastIndexOf(']');
    String host = hasPort ? place.substring(0, colon) : place;
    if (host.isEmpty()) {
      return null;
    }
    try {
      int port = hasPort ? Integer.parseInt(place.substring(colon + 1)) : -1;
      return new RequestUrl(scheme, host, port, path);
    } catch (NumberFormatException noPort) {
      return null;
    }
  }

  /** An address that is not an internet address is on this machine. */
  private static RequestUrl at(String scheme, @Nullable Object address, String path) {
    return address instanceof InetSocketAddress net
        ? new RequestUrl(scheme, bracketed(net.getHostString()), net.getPort(), path)
        : new RequestUrl(scheme, "localhost", -1, path);
  }

  private static String bracketed(String host) {
    return host.indexOf(':') < 0 ? host : "[" + host + "]";
  }

  private static String path(String asGiven) {
    int fragment = asGiven.indexOf('#');
    String path = fragment < 0 ? asGiven : asGiven.substring(0, fragment);
    return path.startsWith("/") ? path : "/" + path;
  }

  String pathAlone() {
    int query = path.indexOf('?');
    return query < 0 ? path : path.substring(0, query);
  }

  @Nullable String query() {
    int query = path.indexOf('?');
    return query < 0 ? null : path.substring(query + 1);
  }
}
