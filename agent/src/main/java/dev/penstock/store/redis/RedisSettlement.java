package dev.penstock.store.redis;

import dev.penstock.store.Claims;
import dev.penstock.store.redis.lease.Lease;
import dev.penstock.store.redis.lease.Loan;
import dev.penstock.store.redis.script.SettlementScriptCall;
import dev.penstock.thread.Completion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settles the claims of one call: from loans, with Redis scripts, or without Redis; all or none.
 */
final class RedisSettlement {
  /*
   * Settles claims from loans first, because that needs no round trip. Sends the remaining claims
   * to Redis, in one script if possible, and with one script per caller in a cluster. Claims
   * without a reply go to the {@link Fallback}.
   *
   * A call that one limit rejects is still checked against the others, so that `Retry-After`
   * reports the longest wait, but nothing is charged: earlier charges are refunded. If this JVM
   * dies before that, the charge remains, which is at most the cost of one call per call in flight.
   * It is never too low.
   *
   * One thread at a time works on a settlement: the caller's thread, or, if that must not block,
   * the thread that delivers a reply.
   */
  private static final int MOST_TRIES = 50;

  private final RedisStore store;
  private final Claims claims;
  private final @Nullable Completion<Claims> whenSettled;
  private final long deadlineNanos;
  private final List<HashSlotClaims> slots = new ArrayList<>(1);
  private final List<RedisClaim> away = new ArrayList<>(0);
  private @Nullable PendingLoanCall waiting;
  private int next;
  private int tries;
  private int asked;
  private boolean refused;
  private boolean refusedHere;
  private boolean byRedis;
  private long nowMicros;

  /**
   * @param whenSettled null if the calling thread may block
   */
  RedisSettlement(RedisStore store, Claims claims, @Nullable Completion<Claims> whenSettled) {
    this.store = store;
    this.claims = claims;
    this.whenSettled = whenSettled;
    next = claims.firstUnsettled();
    nowMicros = store.localMicros();
    deadlineNanos = System.nanoTime() + store.timeoutMicros() * 1_000;
  }

  /**
   * Continues the settlement. Returns true if it is complete; otherwise it continues later and then
   * runs the callback.
   */
  boolean proceed() {
    try {
      return proceedOrThrow();
    } catch (Throwable error) {
      // A bug in Penstock. The caller must not see it, and must not wait for ever.
      store.reportError(error);
      settleWithoutRedis();
      return true;
    }
  }

  /** Decides all claims by the {@code on-failure} setting of their rules. */
  private void settleWithoutRedis() {
    boolean granted = true;
    try {
      away.clear();
      for (int i = claims.firstUnsettled(); i < claims.size(); i++) {
        RedisClaim claim = (RedisClaim) claims.get(i);
        store.slots().releaseUngranted(claim);
        store.refundCharge(claim);
        away.add(claim);
      }
      granted = store.fallback().settle(away);
      for (int i = 0; i < claims.firstUnsettled() && !granted; i++) {
        store.refundCharge((RedisClaim) claims.get(i));
      }
    } catch (Throwable again) {
      // No way to decide is left, so the call passes.
      store.reportError(again);
    }
    claims.settled(granted, nowMicros);
  }

  private boolean proceedOrThrow() {
    while (next < claims.size()) {
      if (!pay((RedisClaim) claims.get(next))) {
        return false;
      }
    }
    // A known rejection needs no round trip, so floods are rejected in this JVM.
    while (asked < slots.size() && !refusedHere) {
      if (!ask(slots.get(asked))) {
        return false;
      }
    }
    end();
    return true;
  }

  private boolean goesOn(OneShotSignal signal) {
    if (whenSettled == null) {
      signal.await();
      return true;
    }
    return signal.orThen(() -> goOnLater(whenSettled));
  }

  private void goOnLater(Completion<Claims> settled) {
    if (proceed()) {
      settled.complete(claims);
    }
  }

  /**
   * Pays a claim from a loan, or adds it to the claims for Redis. Returns false if it waits for a
   * loan.
   */
  private boolean pay(RedisClaim claim) {
    RedisLoans loans = claim.terms().loans();
    boolean hasEarlierKeys = store.hasEarlierKeys(claim);
    long now = store.localMicros();
    Lease lease =
        loans == null || hasEarlierKeys || tries > MOST_TRIES
            ? null
            : loans.leaseOf(claim.high(), claim.low(), now);
    if (lease == null) {
      toBeAsked(claim, hasEarlierKeys);
      return true;
    }
    PendingLoanCall told = waiting;
    waiting = null;
    if (told != null && told.outcome() != PendingLoanCall.Outcome.TRY_AGAIN) {
      notLent(claim, lease, told, now);
      return true;
    }
    Loan loan = lease.take(claim.cost(), now);
    if (loan == null) {
      return borrow(claim, lease, now);
    }
    claim.paidFromLoan(lease, loan, now);
    byRedis = true;
    paid();
    return true;
  }

  private void paid() {
    next++;
    tries = 0;
  }

  private void toBeAsked(RedisClaim claim, boolean hasEarlierKeys) {
    paid();
    for (HashSlotClaims slot : slots) {
      if (store.canShareScript(slot.first(), claim)) {
        slot.add(claim, hasEarlierKeys);
        return;
      }
    }
    slots.add(new HashSlotClaims(claim, hasEarlierKeys));
  }

  private boolean borrow(RedisClaim claim, Lease lease, long now) {
    tries++;
    if (isTooLate()) {
      away.add(claim);
      paid();
      return true;
    }
    PendingLoanCall waiter = new PendingLoanCall();
    switch (lease.requestLoan(claim.cost(), now, waiter)) {
      case WAITING -> {
        waiting = waiter;
        return goesOn(waiter.signal);
      }
      case REJECTED -> refuse(claim, lease, lease.waitMicros(claim.cost(), now), now);
      case OUTAGE -> {
        away.add(claim);
        paid();
      }
      case TRY_AGAIN, DROPPED -> {
        // Looked up again, and tried again.
      }
    }
    return true;
  }

  private void notLent(RedisClaim claim, Lease lease, PendingLoanCall told, long now) {
    if (told.outcome() == PendingLoanCall.Outcome.REFUSED) {
      refuse(claim, lease, told.waitMicros(), now);
    } else {
      away.add(claim);
      paid();
    }
  }

  private void refuse(RedisClaim claim, Lease lease, long waitMicros, long now) {
    claim.rejectedByLender(lease, waitMicros, now);
    refused = true;
    refusedHere = true;
    byRedis = true;
    paid();
  }

  /** All script calls of a settlement share one deadline. */
  private boolean isTooLate() {
    return System.nanoTime() - deadlineNanos > 0;
  }

  /**
   * Sends the next script call of a group, or processes its reply. Returns false if it waits for a
   * reply.
   */
  private boolean ask(HashSlotClaims slot) {
    PendingScriptCall told = slot.asking();
    if ((told != null && isAnswered(slot, told)) || isLeft(slot)) {
      asked++;
      return true;
    }
    PendingScriptCall asking =
        slot.ask(store.instance(), store.clock().approxServerMicros(), !refused);
    store.slots().countRequested(slot.claims());
    if (whenSettled == null) {
      store.redis().sendAndWait(asking, deadlineNanos);
    } else {
      store.redis().send(asking);
    }
    return goesOn(asking.signal);
  }

  /** Processes a reply or its absence. Returns true if the group needs no more script calls. */
  private boolean isAnswered(HashSlotClaims slot, PendingScriptCall told) {
    List<Object> reply = told.reply();
    if (reply == null) {
      away.addAll(slot.claims());
      return true;
    }
    SettlementScriptCall.Outcome outcome = slot.read(reply);
    store.clock().adjust(outcome.nowMicros());
    if (slot.isLost()) {
      away.addAll(slot.claims());
      return true;
    }
    nowMicros = outcome.nowMicros();
    byRedis = true;
    refused |= slot.isRefused(outcome);
    return slot.isDone();
  }

  /** Passes the group to the fallback if the deadline is over. */
  private boolean isLeft(HashSlotClaims slot) {
    boolean left = isTooLate();
    if (left) {
      away.addAll(slot.claims());
    }
    return left;
  }

  private void end() {
    if (!refused && !away.isEmpty()) {
      refused = !store.fallback().settle(away);
    } else if (byRedis) {
      store.decidedByRedis();
    }
    for (int i = 0; i < claims.size(); i++) {
      RedisClaim claim = (RedisClaim) claims.get(i);
      store.slots().releaseUngranted(claim);
      if (refused) {
        store.refundCharge(claim);
      }
    }
    claims.settled(!refused, nowMicros);
  }
}
