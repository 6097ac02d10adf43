package dev.penstock.store.redis;

import dev.penstock.limit.Limit;
import dev.penstock.limit.SlidingLog;
import dev.penstock.store.redis.lease.Lease;
import dev.penstock.store.redis.lease.Leases;
import dev.penstock.store.redis.script.InstanceId;
import dev.penstock.store.redis.script.LeaseScriptCall;
import dev.penstock.store.redis.script.ScriptedLimit;
import org.jspecify.annotations.Nullable;

/** What Redis has lent of one budget. */
final class RedisLoans {
  /*
   * A log counts lent units as spent at the end of the time for which they are lent. The longer that
   * is, the fewer calls it lets through in the long run: a twentieth of its window costs a twentieth
   * of them at most.
   */
  private static final long LOG_SHARE = 20;

  /** More than anybody holds: what was lent before to be spent at once has been spent. */
  private static final long ALL = 1L << 50;

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
    String name = store.member().name();
    borrower = new InstanceId(name, lapseMicros(limit));
    spender = new InstanceId(name + "-now", lapseMicros(limit));
    leases =
        new Leases(
            limit,
            (int) store.sharing().instances(),
            store.bound(),
            request -> store.redis().ask(new RedisLoanRequest(this, request)),
            store.log());
  }

  private static long lapseMicros(Limit limit) {
    return limit instanceof SlidingLog
        ? Math.max(1_000, Math.min(limit.periodMicros() / LOG_SHARE, SharingSettings.LAPSE_MICROS))
        : SharingSettings.LAPSE_MICROS;
  }

  /** What was lent to a key; null if each call has to be asked for by itself. */
  @Nullable Lease of(long high, long low, long nowMicros) {
    return leases.lease(high, low, nowMicros);
  }

  RedisStore store() {
    return store;
  }

  /** Asks for units to be spent later, and says what became of those before. */
  LeaseScriptCall borrow(long high, long low, LeaseScriptCall.Request request) {
    return new LeaseScriptCall(scripted, keys.of(high, low), outKeys.of(high, low), request);
  }

  InstanceId borrower() {
    return borrower;
  }

  ScriptedLimit twin() {
    return scripted;
  }

  /** Asks for units to be spent at once, where all others are lent. */
  LeaseScriptCall spend(long high, long low, long cost) {
    return borrow(
        high,
        low,
        new LeaseScriptCall.Request(
            spender,
            store.clock().aroundMicros(),
            cost,
            cost,
            /* last= */ null,
            /* spent= */ ALL,
            /* unused= */ 0));
  }

  /** How many units of a key are in hand here. */
  long inHand(long high, long low, long nowMicros) {
    return leases.inHand(high, low, nowMicros);
  }

  /** Asks for more than there can be, so that nothing is lent: to hear how things stand. */
  LeaseScriptCall look(long high, long low) {
    return inVain(new InstanceId(borrower.name() + "-look", borrower.lapseMicros()), high, low);
  }

  /** Says that nothing is in hand here any more: of what was spent, not all is told at once. */
  LeaseScriptCall tellSpent(long high, long low) {
    return inVain(borrower, high, low);
  }

  private LeaseScriptCall inVain(InstanceId asker, long high, long low) {
    long tooMany = scripted.limit().capacity() + 1;
    return borrow(
        high,
        low,
        new LeaseScriptCall.Request(
            asker,
            store.clock().aroundMicros(),
            tooMany,
            tooMany,
            /* last= */ null,
            /* spent= */ ALL,
            /* unused= */ 0));
  }

  /** Hands back what a key has. */
  void drop(long high, long low, long nowMicros) {
    leases.drop(high, low, nowMicros);
  }

  void sweep(long nowMicros) {
    leases.sweep(nowMicros);
  }

  /** Hands back all that was lent; from now on nothing is. */
  void end(long nowMicros) {
    leases.returnAll(nowMicros);
  }
}
