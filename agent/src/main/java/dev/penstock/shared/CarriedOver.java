package dev.penstock.shared;

import dev.penstock.limit.Limit;
import dev.penstock.twin.Twin;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A budget as it was before a reload, and which keys have taken over what they had spent there. */
final class CarriedOver {
  /*
   * A key that is carried over twice is not charged twice: the script leaves alone what is there. So
   * to forget which keys were carried over costs some questions and nothing else.
   */
  private static final int MOST_REMEMBERED = 100_000;

  private final Twin twin;
  private final SharedKeys keys;
  private final long untilMicros;
  private final Set<Caller> done = ConcurrentHashMap.newKeySet();

  private record Caller(long high, long low) {}

  /**
   * @param untilMicros when nothing of it counts any more
   */
  CarriedOver(Twin twin, SharedKeys keys, long untilMicros) {
    this.twin = twin;
    this.keys = keys;
    this.untilMicros = untilMicros;
  }

  /** How long what was spent under a limit can count: two windows, or until a bucket is full. */
  static long countsMicros(Limit limit) {
    double bursts = Math.max(1, (double) limit.capacity() / limit.permits());
    return (long) (2 * bursts * limit.periodMicros());
  }

  Twin twin() {
    return twin;
  }

  byte[] key(long high, long low) {
    return keys.of(high, low);
  }

  /** True if a key may still have something to take over. */
  boolean concerns(long high, long low, long nowMicros) {
    return nowMicros < untilMicros && !done.contains(new Caller(high, low));
  }

  void carried(long high, long low) {
    if (done.size() >= MOST_REMEMBERED) {
      done.clear();
    }
    done.add(new Caller(high, low));
  }
}
