package dev.penstock.rules.key;

import dev.penstock.http.Call;
import java.util.List;

/**
 * Finds the client's address: the other end of the connection or, behind trusted proxies, the
 * rightmost address in a header that is not one of them.
 *
 * @param trustedProxies whose word is taken for who is behind them
 * @param header where proxies write it, such as {@code X-Forwarded-For}; {@code Forwarded} is read
 *     by its own grammar, others as a list of addresses
 * @param ipv4Prefix how many bits of an IPv4 address make a client
 * @param ipv6Prefix how many bits of an IPv6 address make a client; a household has a /64
 */
public record ClientAddress(
    List<AddressRange> trustedProxies, String header, int ipv4Prefix, int ipv6Prefix) {
  /*
   * Only the right end of the header was written by proxies of ours; everything left of the first
   * stranger is that stranger's own words. Hence from right to left, and never the leftmost.
   */

  /** The default: nobody is trusted, so the other end of the connection is the client. */
  public static final ClientAddress DIRECT =
      new ClientAddress(List.of(), "X-Forwarded-For", /* ipv4Prefix= */ 32, /* ipv6Prefix= */ 64);

  public ClientAddress {
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** Finds the full address; false if the server does not know one. */
  boolean find(Call call, IpAddress found, IpAddress spare) {
    String remote = call.remoteAddress();
    if (remote == null || !found.parse(remote, 0, remote.length())) {
      return false;
    }
    if (!trustedProxies.isEmpty() && isTrusted(found)) {
      String hops = call.headerLines(header);
      if (hops != null) {
        walk(hops, found, spare);
      }
    }
    return true;
  }

  private void walk(String hops, IpAddress found, IpAddress spare) {
    boolean forwarded = header.equalsIgnoreCase("Forwarded");
    int end = hops.length();
    while (end > 0) {
      int comma = forwarded ? ForwardedHop.commaBefore(hops, end) : hops.lastIndexOf(',', end - 1);
      if (forwarded
          ? !ForwardedHop.parseForwarded(hops, comma + 1, end, spare)
          : !ForwardedHop.parse(hops, comma + 1, end, spare)) {
        // Garbage: whoever wrote it stands behind the last proxy we know.
        return;
      }
      found.set(spare);
      if (!isTrusted(found)) {
        return;
      }
      end = comma;
    }
  }

  private boolean isTrusted(IpAddress address) {
    for (int i = 0; i < trustedProxies.size(); i++) {
      if (trustedProxies.get(i).contains(address)) {
        return true;
      }
    }
    return false;
  }
}
