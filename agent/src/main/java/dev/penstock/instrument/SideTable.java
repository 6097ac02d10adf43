package dev.penstock.instrument;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the library's objects, by those objects; for as long as others hold both.
 *
 * @param <T> what is known, such as the call that can be cancelled by the object
 */
public final class SideTable<T> {
  /*
   * Nothing is kept alive by being in here: a call that waits is held by the one who will let it
   * go. One that nobody will let go, because something failed on the way, is forgotten.
   */
  private final ConcurrentMap<IdentityKey, Fact<T>> known = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
  private final AtomicLong numbers = new AtomicLong();

  /** Remembers this of an object, and nothing that was known of it before. */
  public void add(Object subject, T fact) {
    for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
      known.remove(key);
    }
    known.put(new IdentityKey(subject, gone), new Fact<>(fact, numbers.incrementAndGet()));
  }

  /** True if nothing is known of any object. */
  public boolean isEmpty() {
    return known.isEmpty();
  }

  /** True if something is known of the object. */
  public boolean has(Object subject) {
    Fact<T> fact = known.isEmpty() ? null : known.get(new IdentityKey(subject));
    return fact != null && fact.get() != null;
  }

  /** What is known; null if nothing is. */
  public @Nullable T get(Object subject) {
    Fact<T> fact = known.isEmpty() ? null : known.get(new IdentityKey(subject));
    return fact == null ? null : fact.get();
  }

  /** Forgets what is known; null if nothing was. */
  public @Nullable T remove(Object subject) {
    Fact<T> fact = known.isEmpty() ? null : known.remove(new IdentityKey(subject));
    return fact == null ? null : fact.get();
  }

  /** Forgets what is known, if it is this. */
  public void remove(Object subject, T fact) {
    known.computeIfPresent(new IdentityKey(subject), (key, now) -> now.get() == fact ? null : now);
  }

  /** All that is known now, the newest first. */
  public List<T> all() {
    List<Fact<T>> sorted = new ArrayList<>(known.values());
    sorted.sort(Comparator.comparingLong((Fact<T> fact) -> fact.number).reversed());
    List<T> all = new ArrayList<>();
    for (Fact<T> each : sorted) {
      T fact = each.get();
      if (fact != null) {
        all.add(fact);
      }
    }
    return all;
  }

  /** What is known of one object. */
  private static final class Fact<T> extends WeakReference<T> {
    private final long number;

    Fact(T fact, long number) {
      super(fact);
      this.number = number;
    }
  }
}
