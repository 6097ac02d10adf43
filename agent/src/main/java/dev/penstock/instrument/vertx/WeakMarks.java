package dev.penstock.instrument.vertx;

import dev.penstock.instrument.IdentityKey;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Remembers visits by the responses they belong to, for as long as there are such responses.
 *
 * @param <T> what a visit is
 */
final class WeakMarks<T> {
  /*
   * Requests of Vert.x have no room for notes of others. Neither the response nor the visit, which
   * knows the response, is kept alive by being remembered here. A visit that still matters is held
   * by the response itself, which has to tell it of its end.
   */
  private final ConcurrentMap<IdentityKey, WeakReference<T>> visits = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

  /** True if there was none for this response. */
  boolean add(Object response, T visit) {
    for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
      visits.remove(key);
    }
    return visits.putIfAbsent(new IdentityKey(response, gone), new WeakReference<>(visit)) == null;
  }

  /** True if this response was remembered, also if its visit does not matter any more. */
  boolean has(Object response) {
    return visits.containsKey(new IdentityKey(response));
  }

  @Nullable T get(Object response) {
    WeakReference<T> visit = visits.get(new IdentityKey(response));
    return visit == null ? null : visit.get();
  }
}
