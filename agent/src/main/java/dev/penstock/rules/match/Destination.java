package dev.penstock.rules.match;

import dev.penstock.http.Call;
import org.jspecify.annotations.Nullable;

/**
 * The scheme, host and port that outbound calls of a match go to.
 *
 * @param scheme {@code http}, {@code https} or {@code *} for both
 * @param host in lower case; {@code *} for any host, {@code *.example.org} for all subdomains
 * @param port a number, {@link #SCHEMES_OWN} or {@link #ANY_PORT}
 * @param shown the text for messages if a part of it comes from a variable; otherwise null
 */
public record Destination(String scheme, String host, int port, @Nullable String shown) {
  /** The default port of the scheme: 80 for http and 443 for https. */
  public static final int SCHEMES_OWN = -1;

  /** Any port. */
  public static final int ANY_PORT = 0;

  /** Any scheme or any host. */
  public static final String ANY = "*";

  /** A destination without variables. */
  public Destination(String scheme, String host, int port) {
    this(scheme, host, port, /* shown= */ null);
  }

  /** True if the call goes to this destination. */
  public boolean covers(Call call) {
    return hasScheme(call) && hasHost(call) && hasPort(call);
  }

  /** The reason, in words, why a call does not go to this destination; null if it does. */
  public @Nullable String whyNot(Call call) {
    if (shown != null) {
      return covers(call) ? null : "it does not go to " + shown;
    }
    if (!hasScheme(call)) {
      return "the scheme is not " + scheme;
    }
    if (!hasHost(call)) {
      return "the host is not " + host;
    }
    return hasPort(call) ? null : "the port is not " + (port < 0 ? ownPort(call.scheme()) : port);
  }

  private boolean hasScheme(Call call) {
    return scheme.equals(ANY) || scheme.equals(call.scheme());
  }

  private boolean hasHost(Call call) {
    String called = call.host();
    if (host.startsWith(ANY)) {
      // *.example.org: the name ends with ".example.org" and has something before it.
      int end = host.length() - 1;
      return called.length() > end && called.regionMatches(called.length() - end, host, 1, end);
    }
    return host.equals(called);
  }

  private boolean hasPort(Call call) {
    if (port == ANY_PORT) {
      return true;
    }
    int own = ownPort(call.scheme());
    int called = call.port() < 0 ? own : call.port();
    return called == (port < 0 ? own : port);
  }

  private static int ownPort(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  /** The destination as it is written at the start of a URL. */
  @Override
  public String toString() {
    if (shown != null) {
      return shown;
    }
    String end = port == SCHEMES_OWN ? "" : port == ANY_PORT ? ":*" : ":" + port;
    return scheme + "://" + host + end;
  }
}
