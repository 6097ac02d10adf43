package dev.penstock.shared;

import dev.penstock.lease.Lease;
import dev.penstock.lease.Leases;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlidingLog;
import dev.penstock.twin.LeaseCall;
import dev.penstock.twin.Member;
import dev.penstock.twin.Twin;
import org.jspecify.annotations.Nullable;

/** What Redis has lent of one budget. */
final class Loans {
  /*
   * A log counts lent units as spent at the end of the time for which they are lent. The longer that
   * is, the fewer calls it lets through in the long run: a twentieth of its window costs a twentieth
   * of them at most.
   */
  private static final long LOG_SHARE = 20;

  /** More than anybody holds: what was lent before to be spent at once has been spent. */
  private static final long ALL = 1L << 50;

  private final SharedStore store;
  private final Twin twin;
  private final SharedKeys keys;
  private final SharedKeys outKeys;
  private final Member borrower;
  private final Member spender;
  private final Leases leases;

  Loans(SharedStore store, Twin twin, SharedKeys keys, SharedKeys outKeys) {
    this.store = store;
    this.twin = twin;
    this.keys = keys;
    this.outKeys = outKeys;
    Limit limit = twin.limit();
    String name = store.member().name();
    borrower = new Member(name, lapseMicros(limit));
    spender = new Member(name + "-now", lapseMicros(limit));
    leases =
        new Leases(
            limit,
            (int) store.sharing().instances(),
            store.bound(),
            request -> store.redis().ask(new Borrowing(this, request)),
            store.log());
  }

  private static long lapseMicros(Limit limit) {
    return limit instanceof SlidingLog
        ? Math.max(1_000, Math.min(limit.periodMicros() / LOG_SHARE, Sharing.LAPSE_MICROS))
        : Sharing.LAPSE_MICROS;
  }

  /** What was lent to a key; null if each call has to be asked for by itself. */
  @Nullable Lease of(long high, long low, long nowMicros) {
    return leases.lease(high, low, nowMicros);
  }

  SharedStore store() {
    return store;
  }

  /** Asks for units to be spent later, and says what became of those before. */
  LeaseCall borrow(long high, long low, LeaseCall.Request request) {
    return new LeaseCall(twin, keys.of(high, low), outKeys.of(high, low), request);
  }

  Member borrower() {
    return borrower;
  }

  Twin twin() {
    return twin;
  }

  /** Asks for units to be spent at once, where all others are lent. */
  LeaseCall spend(long high, long low, long cost) {
    return borrow(
        high,
        low,
        new LeaseCall.Request(
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
  LeaseCall look(long high, long low) {
    return inVain(new Member(borrower.name() + "-look", borrower.lapseMicros()), high, low);
  }

  /** Says that nothing is in hand here any more: of what was spent, not all is told at once. */
  LeaseCall tellSpent(long high, long low) {
    return inVain(borrower, high, low);
  }

  private LeaseCall inVain(Member asker, long high, long low) {
    long tooMany = twin.limit().capacity() + 1;
    return borrow(
        high,
        low,
        new LeaseCall.Request(
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
