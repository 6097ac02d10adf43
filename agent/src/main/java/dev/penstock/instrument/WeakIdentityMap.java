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
 * Maps a library's objects to data about them; keeps neither alive.
 *
 * @param <T> the data, such as the call that the object can cancel
 */
public final class WeakIdentityMap<T> {
  /*
   * Values are weak, too: the queue holds a waiting call until its turn. A call that is lost
   * because of an error disappears from this map.
   */
  private final ConcurrentMap<IdentityKey, Entry<T>> entries = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
  private final AtomicLong numbers = new AtomicLong();

  /** Stores the value of an object in place of an earlier one. */
  public void put(Object key, T value) {
    for (Reference<?> each = collected.poll(); each != null; each = collected.poll()) {
      entries.remove(each);
    }
    entries.put(new IdentityKey(key, collected), new Entry<>(value, numbers.incrementAndGet()));
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  public boolean containsKey(Object key) {
    Entry<T> entry = entries.isEmpty() ? null : entries.get(new IdentityKey(key));
    return entry != null && entry.get() != null;
  }

  /** The value of an object; null if there is none. */
  public @Nullable T get(Object key) {
    Entry<T> entry = entries.isEmpty() ? null : entries.get(new IdentityKey(key));
    return entry == null ? null : entry.get();
  }

  /** Removes and returns the value of an object; null if there is none. */
  public @Nullable T remove(Object key) {
    Entry<T> entry = entries.isEmpty() ? null : entries.remove(new IdentityKey(key));
    return entry == null ? null : entry.get();
  }

  /** Removes the value of an object if it is this one. */
  public void remove(Object key, T value) {
    entries.computeIfPresent(new IdentityKey(key), (same, now) -> now.get() == value ? null : now);
  }

  /** All values, the newest first. */
  public List<T> newestFirst() {
    List<Entry<T>> sorted = new ArrayList<>(entries.values());
    sorted.sort(Comparator.comparingLong((Entry<T> entry) -> entry.number).reversed());
    List<T> values = new ArrayList<>();
    for (Entry<T> each : sorted) {
      T value = each.get();
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }

  private static final class Entry<T> extends WeakReference<T> {
    private final long number;

    Entry(T value, long number) {
      super(value);
      this.number = number;
    }
  }
}
