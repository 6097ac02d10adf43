package dev.penstock.instrument.apache;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The address of a request, combined from its host and its request target.
 *
 * @param port -1 for the default port of the scheme
 */
record RequestTarget(
    @Nullable String scheme, @Nullable String host, int port, String path, @Nullable String query) {
  private static final String AUTHORITY = "://";
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  /**
   * Returns the address of a request.
   *
   * @param host the library's host object; null if only the request names the host
   */
  static RequestTarget of(ApacheMessages messages, @Nullable Object host, Object request) {
    String target = messages.target(request);
    if (host != null) {
      return at(
          messages.hostScheme(host), messages.hostName(host), messages.hostPort(host), target);
    }
    String origin = messages.origin(request);
    return at(origin == null ? target : origin, target);
  }

  static RequestTarget at(String origin, String target) {
    try {
      URI uri = URI.create(origin);
      String name = uri.getHost() == null ? uri.getRawAuthority() : uri.getHost();
      return at(uri.getScheme(), name, uri.getPort(), target);
    } catch (IllegalArgumentException unreadable) {
      return at(null, null, -1, target); // the client reports the error
    }
  }

  /** Omits the default port of the scheme, which some clients fill in. */
  static RequestTarget at(@Nullable String scheme, @Nullable String host, int port, String target) {
    boolean plain = port == (scheme != null && scheme.equalsIgnoreCase("https") ? HTTPS : HTTP);
    String sent = beforeFirst('#', target);
    String before = beforeFirst('?', sent);
    String query = before.length() == sent.length() ? null : sent.substring(before.length() + 1);
    return new RequestTarget(scheme, host, plain ? -1 : port, pathOf(before), query);
  }

  private static String beforeFirst(char end, String text) {
    int at = text.indexOf(end);
    return at < 0 ? text : text.substring(0, at);
  }

  private static String pathOf(String target) {
    int authority = target.startsWith("/") ? -1 : target.indexOf(AUTHORITY);
    if (authority < 0) {
      return target;
    }
    int path = target.indexOf('/', authority + AUTHORITY.length());
    return path < 0 ? "/" : target.substring(path);
  }
}
