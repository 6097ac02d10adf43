package dev.penstock.rules.key;

import dev.penstock.http.Call;
import java.util.List;

/**
 * Finds the address of the client: the peer of the connection or, behind trusted proxies, the
 * rightmost address in a header that is not a trusted proxy.
 *
 * @param trustedProxies the proxies whose header is trusted
 * @param header the header in which proxies send the client address, such as {@code
 *     X-Forwarded-For}; {@code Forwarded} has its own grammar, all others are lists of addresses
 * @param ipv4Prefix the number of leading bits of an IPv4 address that identify a client
 * @param ipv6Prefix the same for IPv6; a household usually has a /64
 */
public record ClientAddress(
    List<AddressRange> trustedProxies, String header, int ipv4Prefix, int ipv6Prefix) {
  /*
   * Trusted proxies wrote only the right end of the header. A client can forge everything to the
   * left of the first untrusted address. Hence the header is read from right to left.
   */

  /** The default: no proxy is trusted, so the peer of the connection is the client. */
  public static final ClientAddress DIRECT =
      new ClientAddress(List.of(), "X-Forwarded-For", /* ipv4Prefix= */ 32, /* ipv6Prefix= */ 64);

  public ClientAddress {
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** Finds the full address; false if the server does not know the peer of the connection. */
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
        // Not an address, so it was not written by a trusted proxy: stop at the last known hop.
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
