package dev.penstock.store.redis;

import dev.penstock.limit.Limit;
import dev.penstock.limit.SlidingLog;
import dev.penstock.store.redis.lease.Lease;
import dev.penstock.store.redis.lease.Leases;
import dev.penstock.store.redis.script.InstanceId;
import dev.penstock.store.redis.script.LeaseScriptCall;
import dev.penstock.store.redis.script.ScriptedLimit;
import org.jspecify.annotations.Nullable;

/** The loans of one budget. */
final class RedisLoans {
  /*
   * A sliding log counts lent units as spent at the end of their validity. So the long-run rate
   * falls with the validity. A twentieth of the window costs at most a twentieth of the rate.
   */
  private static final long LOG_SHARE = 20;

  /** More units than any instance holds: reports all units lent earlier as spent. */
  private static final long ALL_UNITS = 1L << 50;

  private final RedisStore store;
  private final ScriptedLimit scripted;
  private final RedisKeyNames keys;
  private final RedisKeyNames outKeys;
  private final InstanceId borrower;
  private final InstanceId spender;
  private final Leases leases;

  RedisLoans(RedisStore store, ScriptedLimit scripted, RedisKeyNames keys, RedisKeyNames outKeys) {
    this.store = store;
    this.scripted = scripted;
    this.keys = keys;
    this.outKeys = outKeys;
    Limit limit = scripted.limit();
    String name = store.instance().name();
    borrower = new InstanceId(name, lapseMicros(limit));
    spender = new InstanceId(name + "-now", lapseMicros(limit));
    leases =
        new Leases(
            limit,
            (int) store.sharing().instances(),
            store.leaseCountLimit(),
            request -> new RedisLoanRequest(this, request).send(),
            store.log());
  }

  private static long lapseMicros(Limit limit) {
    return limit instanceof SlidingLog
        ? Math.max(1_000, Math.min(limit.periodMicros() / LOG_SHARE, SharingSettings.LAPSE_MICROS))
        : SharingSettings.LAPSE_MICROS;
  }

  /** The lease of a key; null if each call has to ask Redis. */
  @Nullable Lease leaseOf(long high, long low, long nowMicros) {
    return leases.lease(high, low, nowMicros);
  }

  RedisStore store() {
    return store;
  }

  /** Creates the script call that borrows units and settles earlier loans. */
  LeaseScriptCall leaseCall(long high, long low, LeaseScriptCall.Request request) {
    return new LeaseScriptCall(scripted, keys.keyOf(high, low), outKeys.keyOf(high, low), request);
  }

  InstanceId borrower() {
    return borrower;
  }

  ScriptedLimit scripted() {
    return scripted;
  }

  /** Creates the script call that charges one call at once, for a budget that lends units. */
  LeaseScriptCall chargeCall(long high, long low, long cost) {
    return leaseCall(
        high,
        low,
        new LeaseScriptCall.Request(
            spender,
            store.clock().approxServerMicros(),
            cost,
            cost,
            /* last= */ null,
            /* spent= */ ALL_UNITS,
            /* unused= */ 0));
  }

  /** How many units this JVM holds for a key. */
  long heldUnits(long high, long low, long nowMicros) {
    return leases.heldUnits(high, low, nowMicros);
  }

  /**
   * Creates a script call that only reads: it requests more than the limit can lend, so it lends
   * nothing.
   */
  LeaseScriptCall readCall(long high, long low) {
    return emptyCall(new InstanceId(borrower.name() + "-look", borrower.lapseMicros()), high, low);
  }

  /** Creates a script call that reports all units of this JVM as spent. */
  LeaseScriptCall reportSpentCall(long high, long low) {
    return emptyCall(borrower, high, low);
  }

  private LeaseScriptCall emptyCall(InstanceId asker, long high, long low) {
    long tooMany = scripted.limit().capacity() + 1;
    return leaseCall(
        high,
        low,
        new LeaseScriptCall.Request(
            asker,
            store.clock().approxServerMicros(),
            tooMany,
            tooMany,
            /* last= */ null,
            /* spent= */ ALL_UNITS,
            /* unused= */ 0));
  }

  /** Returns the loan of a key. */
  void returnLoan(long high, long low, long nowMicros) {
    leases.drop(high, low, nowMicros);
  }

  void sweep(long nowMicros) {
    leases.sweep(nowMicros);
  }

  /** Returns all loans. After this, the budget lends no units. */
  void returnAll(long nowMicros) {
    leases.returnAll(nowMicros);
  }
}
