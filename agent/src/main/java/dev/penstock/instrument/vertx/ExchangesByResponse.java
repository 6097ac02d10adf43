package dev.penstock.instrument.vertx;

import dev.penstock.instrument.IdentityKey;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the exchange of a response; keeps neither alive.
 *
 * @param <T> the type of exchange
 */
final class ExchangesByResponse<T> {
  /*
   * Requests of Vert.x cannot hold data of others. Values are weak, because an exchange refers to
   * its response. An exchange that is still needed is reachable from the end handler of its
   * response.
   */
  private final ConcurrentMap<IdentityKey, WeakReference<T>> exchanges = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

  /** Stores an exchange; returns false if the response has one. */
  boolean add(Object response, T exchange) {
    for (Reference<?> key = collected.poll(); key != null; key = collected.poll()) {
      exchanges.remove(key);
    }
    return exchanges.putIfAbsent(
            new IdentityKey(response, collected), new WeakReference<>(exchange))
        == null;
  }

  /** True if an exchange was stored for this response, even if it was collected. */
  boolean has(Object response) {
    return exchanges.containsKey(new IdentityKey(response));
  }

  @Nullable T get(Object response) {
    WeakReference<T> exchange = exchanges.get(new IdentityKey(response));
    return exchange == null ? null : exchange.get();
  }
}
