package dev.penstock.operator.console;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Decides which requests have access to the console. */
final class ConsoleAccess {
  /*
   * A browser sends requests of any page to this machine. Three checks keep foreign pages out. With
   * DNS rebinding, Host has a name that is not one of the console's. Requests from another origin
   * have Origin or Sec-Fetch-Site. And they lack the token, which browsers do not send by
   * themselves.
   */
  private static final String BEARER = "bearer ";
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[[0-9a-f:.]+]");
  private static final int HTTP_PORT = 80;

  /** Headers of requests that come through a proxy, possibly from another machine. */
  private static final List<String> FORWARDED =
      List.of("forwarded", "x-forwarded-for", "x-real-ip", "via");

  private final byte[] token;
  private final boolean isLocal;
  private final boolean isAnyAddress;
  private final String port;
  private final Set<String> hosts = new HashSet<>();
  private final FailedTokens failedTokens;
  private final long delayMillis;

  ConsoleAccess(
      String host,
      InetSocketAddress bound,
      String token,
      FailedTokens failedTokens,
      long delayMillis) {
    this.token = token.getBytes(StandardCharsets.UTF_8);
    this.failedTokens = failedTokens;
    this.delayMillis = delayMillis;
    InetAddress address = bound.getAddress();
    isLocal = address.isLoopbackAddress();
    isAnyAddress = address.isAnyLocalAddress();
    port = ":" + bound.getPort();
    hosts.addAll(List.of("localhost", "127.0.0.1", "[::1]", literal(address)));
    hosts.add(host.contains(":") ? "[" + host + "]" : host.toLowerCase(Locale.ROOT));
  }

  /** The address as it is written in URLs. */
  static String literal(InetAddress address) {
    String text = address.getHostAddress();
    int zone = text.indexOf('%');
    text = zone < 0 ? text : text.substring(0, zone);
    return text.contains(":") ? "[" + text + "]" : text;
  }

  /** The rejection of a request from a foreign page or to another host; null if there is none. */
  @Nullable ConsoleResponse rejectForeignRequest(ConsoleRequest request) {
    String host = request.header("host");
    if (host == null) {
      return ConsoleResponse.error(400, "the Host header is missing");
    }
    if (!isOwnHost(host.toLowerCase(Locale.ROOT))) {
      return ConsoleResponse.error(421, "the Host header does not name this console");
    }
    String origin = request.header("origin");
    if (origin != null && !origin.equalsIgnoreCase("http://" + host)) {
      return ConsoleResponse.error(403, "pages of another origin have no access");
    }
    return null;
  }

  private boolean isOwnHost(String host) {
    if (port.equals(":" + HTTP_PORT) && hosts.contains(host)) {
      return true;
    }
    if (!host.endsWith(port)) {
      return false;
    }
    String name = host.substring(0, host.length() - port.length());
    return hosts.contains(name) || (isAnyAddress && ADDRESS.matcher(name).matches());
  }

  /** The rejection of a request without the required access; null if it has access. */
  @Nullable ConsoleResponse rejectUnauthorized(ConsoleRequest request, AccessLevel access) {
    String site = request.header("sec-fetch-site");
    if (access == AccessLevel.PUBLIC) {
      return null;
    }
    if (site != null && !site.equals("same-origin") && !site.equals("none")) {
      return ConsoleResponse.error(403, "pages of another origin have no access");
    }
    String shown = request.header("authorization");
    if (shown == null) {
      boolean open = access == AccessLevel.READ && isLocal(request);
      return open ? null : unauthorized("the token is missing");
    }
    if (failedTokens.isBlocked(request.clientAddress())) {
      return ConsoleResponse.error(429, "too many wrong tokens").withHeader("Retry-After", "60");
    }
    if (isCorrectToken(shown)) {
      return null;
    }
    failedTokens.record(request.clientAddress());
    return unauthorized("the token is wrong").delayed(delayMillis);
  }

  private boolean isLocal(ConsoleRequest request) {
    return isLocal && FORWARDED.stream().noneMatch(request.headers()::containsKey);
  }

  private boolean isCorrectToken(String shown) {
    boolean bearer = shown.regionMatches(/* ignoreCase= */ true, 0, BEARER, 0, BEARER.length());
    // The reader decoded the header as ISO 8859-1, so this restores the bytes.
    byte[] guess =
        shown.substring(bearer ? BEARER.length() : 0).getBytes(StandardCharsets.ISO_8859_1);
    return MessageDigest.isEqual(guess, token) && bearer;
  }

  private static ConsoleResponse unauthorized(String message) {
    return ConsoleResponse.error(401, message)
        .withHeader("WWW-Authenticate", "Bearer realm=\"penstock\"");
  }
}
