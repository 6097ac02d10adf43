package dev.penstock.store.redis.lease;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.Limit;
import dev.penstock.limit.TokenBucket;
import dev.penstock.log.AgentLog;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The leases of one budget by key: a bounded number, of those keys that are in use. */
public final class Leases {
  /*
   * A lease is an object, unlike a bucket of this JVM: it lives only while its key is in use, or
   * while it is known to be refused. Whoever finds no room is told to ask for each call by itself;
   * the next sweep then takes the leases that nobody has used since the one before. Making room on
   * the spot would have every call of a flood of keys walk the whole table.
   */
  private final ConcurrentHashMap<LeaseKey, Lease> leases = new ConcurrentHashMap<>();
  private final LongAdder bypasses = new LongAdder();
  private final int instances;
  private final LeaseCountLimit bound;
  private final LenderGuard counter;
  private volatile @Nullable LoanSize size;
  private volatile boolean isCrowded;

  /**
   * @param instances how many share the budget, as far as known
   */
  public Leases(Limit limit, int instances, LeaseCountLimit bound, Lender lender, AgentLog log) {
    this.instances = instances;
    this.bound = bound;
    counter = new LenderGuard(lender, log);
    size = sizeFor(limit);
  }

  /**
   * True if units of such a limit can be lent. Not those of a bucket that holds calls, since only
   * the lender knows whose turn it is; nor if there is nothing to share; nor slots for calls in
   * flight, which would have to be renewed for as long as the slowest call takes.
   */
  public static boolean suits(Limit limit) {
    if (limit instanceof Concurrency || limit.capacity() < 2) {
      return false;
    }
    return !(limit instanceof TokenBucket bucket)
        || (bucket.burst() >= 2 && bucket.patienceMicros() == 0);
  }

  /**
   * The lease of this key.
   *
   * @return null if there is none to be had: each call has to be asked for by itself
   */
  public @Nullable Lease lease(long keyHigh, long keyLow, long nowMicros) {
    LoanSize now = size;
    if (now == null) {
      return null;
    }
    LeaseKey key = new LeaseKey(keyHigh, keyLow);
    Lease known = leases.get(key);
    if (known != null && !known.isDropped()) {
      return known;
    }
    if (known != null) {
      remove(key, known);
    }
    return add(key, new Lease(now, counter, key, nowMicros), nowMicros);
  }

  /** How many units of a key are in hand at the moment. */
  public long inHand(long keyHigh, long keyLow, long nowMicros) {
    Lease known = leases.get(new LeaseKey(keyHigh, keyLow));
    return known == null ? 0 : known.hand.leftAt(nowMicros);
  }

  /** Hands back what a key has, and forgets what was said of it. */
  public void drop(long keyHigh, long keyLow, long nowMicros) {
    LeaseKey key = new LeaseKey(keyHigh, keyLow);
    Lease known = leases.get(key);
    if (known != null) {
      known.drop(nowMicros);
      remove(key, known);
    }
  }

  private @Nullable Lease add(LeaseKey key, Lease fresh, long nowMicros) {
    if (!bound.reserve()) {
      isCrowded = true;
      bypasses.increment();
      return null;
    }
    Lease faster = leases.putIfAbsent(key, fresh);
    if (faster != null) {
      bound.release();
      return faster;
    }
    if (fresh.size() != size) {
      // A reload has walked past its place before it was filled.
      fresh.drop(nowMicros);
      remove(key, fresh);
    }
    return fresh;
  }

  private void remove(LeaseKey key, Lease lease) {
    if (leases.remove(key, lease)) {
      bound.release();
    }
  }

  /**
   * Hands back units that lie idle or are void and forgets leases that hold nothing; to be called
   * about every 100 ms.
   */
  public void sweep(long nowMicros) {
    boolean wasCrowded = isCrowded;
    isCrowded = false;
    leases.forEach(
        (key, lease) -> {
          if (lease.sweep(nowMicros, wasCrowded)) {
            remove(key, lease);
          }
        });
  }

  /** Hands back all units; from now on there are no leases. */
  public void returnAll(long nowMicros) {
    replace(/* newSize= */ null, nowMicros);
  }

  /** Hands back all units, which are of another limit; from now on lends by this one. */
  public void change(Limit limit, long nowMicros) {
    replace(sizeFor(limit), nowMicros);
  }

  private void replace(@Nullable LoanSize newSize, long nowMicros) {
    size = newSize;
    leases.forEach(
        (key, lease) -> {
          lease.drop(nowMicros);
          remove(key, lease);
        });
  }

  private @Nullable LoanSize sizeFor(Limit limit) {
    return suits(limit) ? new LoanSize(limit, instances) : null;
  }

  /** How many keys have a lease. */
  public long liveKeys() {
    return leases.mappingCount();
  }

  /** How often there was no room for a lease. */
  public long bypasses() {
    return bypasses.sum();
  }
}
