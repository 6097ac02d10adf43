package testapp.calls;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Caches one client per configuration, as applications should. */
public final class ClientCache<C> {
  private final Map<Options, C> clients = new ConcurrentHashMap<>();
  private final Function<Options, C> maker;

  public ClientCache(Function<Options, C> maker) {
    this.maker = maker;
  }

  /** The client with this configuration. */
  public C with(Options options) {
    return clients.computeIfAbsent(options, maker);
  }
}
