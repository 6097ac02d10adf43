package testapp.calls;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Caches one client per configuration. */
public final class ClientCache<C> {
  private final Map<Options, C> clients = new ConcurrentHashMap<>();
  private final Function<Options, C> factory;

  public ClientCache(Function<Options, C> factory) {
    this.factory = factory;
  }

  /** The client with this configuration. */
  public C with(Options options) {
    return clients.computeIfAbsent(options, factory);
  }
}
