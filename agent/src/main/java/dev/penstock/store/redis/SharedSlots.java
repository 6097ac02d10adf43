package dev.penstock.store.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The calls of this JVM that are in flight under shared limits on concurrency, by key. */
final class SharedSlots {
  /*
   * Redis knows of each JVM how many slots it holds and until when, so that those of one that was
   * killed come back. A JVM that lives says again, now and then, how many it holds: longer calls
   * than a lease keep their slots, a Redis that has lost everything learns of them, and a slot that
   * was granted too late for anybody to use is set free.
   *
   * A call counts from before Redis is asked until it has ended or was refused. So what is said is
   * never less than what Redis may have granted, whichever of the two messages comes first.
   */
  private final ConcurrentHashMap<Key, AtomicInteger> held = new ConcurrentHashMap<>();

  /** Whose calls, and of which budget. */
  record Key(RedisBudget budget, long high, long low) {}

  /** How many slots are held for a key. */
  record Held(Key key, int slots) {}

  /** Redis is about to be asked for these; counts those that are for calls in flight. */
  void ask(List<RedisClaim> claims) {
    for (RedisClaim claim : claims) {
      Key key = claim.slotsToAsk();
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

  /** A claim was settled; if Redis has not granted it a slot, or nobody knows, it holds none. */
  void settled(RedisClaim claim) {
    Key key = claim.slotsNotGranted();
    if (key != null) {
      leave(key);
    }
  }

  /** A call that held a slot has ended. */
  void leave(Key key) {
    AtomicInteger slots = held.get(key);
    if (slots != null) {
      slots.decrementAndGet();
    }
  }

  /**
   * How many slots are held for each key. A key without any is named one last time: it is where a
   * slot may have been granted that nobody took.
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
