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

/** Decides who gets in. */
final class ConsoleAccess {
  /*
   * A browser sends anybody's requests to this machine. Three things keep a foreign page out: a
   * name of its own that it points here (DNS rebinding) is not among the names the console goes
   * by, so Host betrays it; what it sends from its own origin says so (Origin, Sec-Fetch-Site);
   * and it has no token, which no browser sends by itself as it does cookies.
   */
  private static final String BEARER = "bearer ";
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[[0-9a-f:.]+]");
  private static final int HTTP_PORT = 80;

  /** With one of these a request comes through a proxy, and so perhaps from another machine. */
  private static final List<String> FORWARDED =
      List.of("forwarded", "x-forwarded-for", "x-real-ip", "via");

  private final byte[] token;
  private final boolean isLocal;
  private final boolean isAnyAddress;
  private final String port;
  private final Set<String> hosts = new HashSet<>();
  private final FailedTokens wrong;
  private final long delayMillis;

  ConsoleAccess(
      String host, InetSocketAddress bound, String token, FailedTokens wrong, long delayMillis) {
    this.token = token.getBytes(StandardCharsets.UTF_8);
    this.wrong = wrong;
    this.delayMillis = delayMillis;
    InetAddress address = bound.getAddress();
    isLocal = address.isLoopbackAddress();
    isAnyAddress = address.isAnyLocalAddress();
    port = ":" + bound.getPort();
    hosts.addAll(List.of("localhost", "127.0.0.1", "[::1]", literal(address)));
    hosts.add(host.contains(":") ? "[" + host + "]" : host.toLowerCase(Locale.ROOT));
  }

  /** As it stands in URLs. */
  static String literal(InetAddress address) {
    String text = address.getHostAddress();
    int zone = text.indexOf('%');
    text = zone < 0 ? text : text.substring(0, zone);
    return text.contains(":") ? "[" + text + "]" : text;
  }

  /** Null if it is a request to this console, and not one of a foreign page. */
  @Nullable ConsoleResponse foreign(ConsoleRequest request) {
    String host = request.field("host");
    if (host == null) {
      return ConsoleResponse.error(400, "a request needs a Host");
    }
    if (!isOurs(host.toLowerCase(Locale.ROOT))) {
      return ConsoleResponse.error(421, "this console does not go by that Host");
    }
    String origin = request.field("origin");
    if (origin != null && !origin.equalsIgnoreCase("http://" + host)) {
      return ConsoleResponse.error(403, "pages of another origin have no access");
    }
    return null;
  }

  private boolean isOurs(String host) {
    if (port.equals(":" + HTTP_PORT) && hosts.contains(host)) {
      return true;
    }
    if (!host.endsWith(port)) {
      return false;
    }
    String name = host.substring(0, host.length() - port.length());
    return hosts.contains(name) || (isAnyAddress && ADDRESS.matcher(name).matches());
  }

  /** Null if who asks may have what is asked for. */
  @Nullable ConsoleResponse refusal(ConsoleRequest request, AccessDecision access) {
    String site = request.field("sec-fetch-site");
    if (access == AccessDecision.ANYBODY) {
      return null;
    }
    if (site != null && !site.equals("same-origin") && !site.equals("none")) {
      return ConsoleResponse.error(403, "pages of another origin have no access");
    }
    String shown = request.field("authorization");
    if (shown == null) {
      boolean open = access == AccessDecision.LOOK && isFromHere(request);
      return open ? null : unauthorized("this needs the token");
    }
    if (wrong.isTooMany(request.from())) {
      return ConsoleResponse.error(429, "too many wrong tokens").with("Retry-After", "60");
    }
    if (isRight(shown)) {
      return null;
    }
    wrong.note(request.from());
    return unauthorized("this is not the token").after(delayMillis);
  }

  private boolean isFromHere(ConsoleRequest request) {
    return isLocal && FORWARDED.stream().noneMatch(request.fields()::containsKey);
  }

  private boolean isRight(String shown) {
    boolean bearer = shown.regionMatches(/* ignoreCase= */ true, 0, BEARER, 0, BEARER.length());
    // What was read as ISO 8859-1 gives back the bytes that were sent.
    byte[] guess =
        shown.substring(bearer ? BEARER.length() : 0).getBytes(StandardCharsets.ISO_8859_1);
    return MessageDigest.isEqual(guess, token) && bearer;
  }

  private static ConsoleResponse unauthorized(String message) {
    return ConsoleResponse.error(401, message)
        .with("WWW-Authenticate", "Bearer realm=\"penstock\"");
  }
}
