package dev.penstock.store.redis.lease;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.Limit;
import dev.penstock.limit.TokenBucket;
import dev.penstock.log.AgentLog;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The leases of one budget by key: a bounded number, for the keys in use. */
public final class Leases {
  /*
   * A lease is an object, unlike a local bucket. It exists only while its key is in use or is known
   * to be rejected. A key that finds no room asks Redis for each call; the next sweep then drops
   * the leases that were not used since the last one. Making room at once would let every call of a
   * key flood walk the whole table.
   */
  private final ConcurrentHashMap<LeaseKey, Lease> leases = new ConcurrentHashMap<>();
  private final LongAdder bypasses = new LongAdder();
  private final int instances;
  private final LeaseCountLimit countLimit;
  private final LenderGuard lender;
  private volatile @Nullable LoanSize loanSize;
  private volatile boolean isCrowded;

  /**
   * @param instances the number of instances that share the budget, as configured
   */
  public Leases(
      Limit limit, int instances, LeaseCountLimit countLimit, Lender lender, AgentLog log) {
    this.instances = instances;
    this.countLimit = countLimit;
    this.lender = new LenderGuard(lender, log);
    loanSize = sizeFor(limit);
  }

  /**
   * True if units of such a limit can be lent. These cannot: a bucket with a queue, because only
   * Redis knows the order of turns; a limit with a capacity of one; and concurrency slots, which
   * would need renewal for as long as the slowest call takes.
   */
  public static boolean canLend(Limit limit) {
    if (limit instanceof Concurrency || limit.capacity() < 2) {
      return false;
    }
    return !(limit instanceof TokenBucket bucket)
        || (bucket.burst() >= 2 && bucket.patienceMicros() == 0);
  }

  /**
   * Returns the lease of this key.
   *
   * @return null if there is no room: each call has to ask Redis
   */
  public @Nullable Lease lease(long keyHigh, long keyLow, long nowMicros) {
    LoanSize now = loanSize;
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
    return add(key, new Lease(now, lender, key, nowMicros), nowMicros);
  }

  /** How many units of a key this JVM holds. */
  public long heldUnits(long keyHigh, long keyLow, long nowMicros) {
    Lease known = leases.get(new LeaseKey(keyHigh, keyLow));
    return known == null ? 0 : known.loans.leftAt(nowMicros);
  }

  /** Returns the units of a key and drops its lease. */
  public void drop(long keyHigh, long keyLow, long nowMicros) {
    LeaseKey key = new LeaseKey(keyHigh, keyLow);
    Lease known = leases.get(key);
    if (known != null) {
      known.drop(nowMicros);
      remove(key, known);
    }
  }

  private @Nullable Lease add(LeaseKey key, Lease fresh, long nowMicros) {
    if (!countLimit.reserve()) {
      isCrowded = true;
      bypasses.increment();
      return null;
    }
    Lease faster = leases.putIfAbsent(key, fresh);
    if (faster != null) {
      countLimit.release();
      return faster;
    }
    if (fresh.loanSize() != loanSize) {
      // A reload has passed this place in the table before the lease was added.
      fresh.drop(nowMicros);
      remove(key, fresh);
    }
    return fresh;
  }

  private void remove(LeaseKey key, Lease lease) {
    if (leases.remove(key, lease)) {
      countLimit.release();
    }
  }

  /**
   * Returns units that are idle or have expired, and drops empty leases; to be called about every
   * 100 ms.
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

  /** Returns all units. After this, there are no leases. */
  public void returnAll(long nowMicros) {
    replace(/* newSize= */ null, nowMicros);
  }

  /** Returns all units, which belong to another limit, and lends by this limit from now on. */
  public void change(Limit limit, long nowMicros) {
    replace(sizeFor(limit), nowMicros);
  }

  private void replace(@Nullable LoanSize newSize, long nowMicros) {
    loanSize = newSize;
    leases.forEach(
        (key, lease) -> {
          lease.drop(nowMicros);
          remove(key, lease);
        });
  }

  private @Nullable LoanSize sizeFor(Limit limit) {
    return canLend(limit) ? new LoanSize(limit, instances) : null;
  }

  /** The number of keys with a lease. */
  public long liveKeys() {
    return leases.mappingCount();
  }

  /** How often there was no room for a lease. */
  public long bypasses() {
    return bypasses.sum();
  }
}
