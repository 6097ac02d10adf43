package dev.penstock.instrument.reactor;

import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a request of Reactor Netty goes, read as that library reads it.
 *
 * @param scheme {@code http} or {@code https}, also for a web socket, which begins as a request
 * @param port -1 for the scheme's own
 * @param path as it is sent, with the query but without the fragment
 */
record RequestUrl(String scheme, String host, int port, String path) {
  /*
   * A client may be given a whole URL; one without scheme, which then depends on whether it was told
   * to encrypt; or a path alone, and then the URL that all of its requests begin with or the address
   * that it connects to make up for the rest. None of it has to be a URI by the book.
   */

  /**
   * Null if it cannot be read; the library will say what it thinks of that.
   *
   * @param url as the request was given it
   * @param base what stands before a path; null if nothing does
   * @param address what is connected to if there is nothing but a path
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

  /** One that is not on the net is on this machine. */
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
