package dev.penstock.instrument.server;

import dev.penstock.instrument.WeakIdentityMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Ends the requests of connections of Netty that close before the response is complete. */
public final class ConnectionRequests {
  /*
   * A connection carries many requests, so it gets one listener for all of them. The listener keeps
   * the set of its requests alive, the map does not.
   */
  private final WeakIdentityMap<Set<EventLoopExchange>> requests = new WeakIdentityMap<>();

  /** Ends a request when its connection closes. */
  public void add(Object channel, EventLoopExchange request) {
    openRequests(channel).add(request);
  }

  /** Forgets a request whose response is complete. */
  public void remove(Object channel, EventLoopExchange request) {
    Set<EventLoopExchange> open = requests.get(channel);
    if (open != null) {
      open.remove(request);
    }
  }

  private synchronized Set<EventLoopExchange> openRequests(Object channel) {
    Set<EventLoopExchange> known = requests.get(channel);
    if (known != null) {
      return known;
    }
    Set<EventLoopExchange> open = ConcurrentHashMap.newKeySet();
    requests.put(channel, open);
    boolean unused = NettyChannel.onClose(channel, () -> open.forEach(EventLoopExchange::ended));
    return open;
  }
}
