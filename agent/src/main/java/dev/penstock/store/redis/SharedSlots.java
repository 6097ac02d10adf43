package dev.penstock.store.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The calls in flight of this JVM under shared concurrency limits, by key. */
final class SharedSlots {
  /*
   * Redis stores for each JVM how many slots it holds and until when, so that the slots of a killed
   * JVM become free. A running JVM reports its number of slots regularly. So long calls keep their
   * slots, a Redis that lost its data learns them, and a slot that was granted after the deadline
   * of its call becomes free.
   *
   * A call is counted from before the script call until it has ended or was rejected. So the
   * reported number is never less than what Redis may have granted, in whatever order the two
   * commands arrive.
   */
  private final ConcurrentHashMap<Key, AtomicInteger> held = new ConcurrentHashMap<>();

  /** A caller of a budget. */
  record Key(RedisBudget budget, long high, long low) {}

  /** The number of slots that a key holds. */
  record Held(Key key, int slots) {}

  /** Counts the claims to concurrency limits, before a script call is sent for them. */
  void countRequested(List<RedisClaim> claims) {
    for (RedisClaim claim : claims) {
      Key key = claim.slotToRequest();
      if (key != null) {
        held.compute(key, (any, count) -> oneMore(count));
      }
    }
  }

  private static AtomicInteger oneMore(@Nullable AtomicInteger count) {
    AtomicInteger slots = count == null ? new AtomicInteger() : count;
    slots.incrementAndGet();
    return slots;
  }

  /**
   * Called when a claim is settled: removes it from the count if Redis has not granted a slot or
   * its decision is unknown.
   */
  void releaseUngranted(RedisClaim claim) {
    Key key = claim.removeUngrantedSlot();
    if (key != null) {
      release(key);
    }
  }

  /** Called when a call that held a slot has ended. */
  void release(Key key) {
    AtomicInteger slots = held.get(key);
    if (slots != null) {
      slots.decrementAndGet();
    }
  }

  /**
   * The number of slots of each key. A key without slots is reported one last time, because Redis
   * may have granted a slot after the deadline.
   */
  List<Held> heldNow() {
    List<Held> now = new ArrayList<>();
    for (Key key : held.keySet()) {
      held.computeIfPresent(
          key,
          (same, slots) -> {
            now.add(new Held(key, slots.get()));
            return slots.get() == 0 ? null : slots;
          });
    }
    return now;
  }
}
