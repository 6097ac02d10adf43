package dev.penstock.store.redis;

import dev.penstock.store.Claims;
import dev.penstock.store.redis.lease.Lease;
import dev.penstock.store.redis.lease.Loan;
import dev.penstock.store.redis.script.SettlementScriptCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The claims of one call on their way: paid from loans, by Redis, or without it; or not at all. */
final class RedisSettlement {
  /*
   * Claims that can be paid from loans come first, since that costs nothing. The others are asked of
   * Redis slot by slot: one script for all of them where that is possible, and one for each caller's
   * keys in a cluster. Those that get no answer are decided without one.
   *
   * Who is refused by one is still judged by the others, so that it hears of the longest wait, but
   * charged by none: what was charged before is taken back. If this JVM dies in between, that much
   * stays charged: at most the cost of one call for each call that was under way. Never less.
   *
   * All of it happens on one thread at a time: the caller's own, and if that must not wait, then the
   * one that brings an answer.
   */
  private static final int MOST_TRIES = 50;

  private final RedisStore store;
  private final Claims claims;
  private final @Nullable Runnable whenSettled;
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
   * @param whenSettled null if the thread may be made to wait
   */
  RedisSettlement(RedisStore store, Claims claims, @Nullable Runnable whenSettled) {
    this.store = store;
    this.claims = claims;
    this.whenSettled = whenSettled;
    next = claims.firstUnsettled();
    nowMicros = store.localMicros();
    deadlineNanos = System.nanoTime() + store.timeoutMicros() * 1_000;
  }

  /** Goes on; true if all is settled, false if it goes on by itself and then says so. */
  boolean proceed() {
    try {
      return proceedOrThrow();
    } catch (Throwable error) {
      // An error of our own, of which the caller must neither hear nor wait for ever.
      store.suppressed(error);
      settleWithoutRedis();
      return true;
    }
  }

  /** Decides on all claims as their rules say for a Redis that gives no answer. */
  private void settleWithoutRedis() {
    boolean granted = true;
    try {
      away.clear();
      for (int i = claims.firstUnsettled(); i < claims.size(); i++) {
        RedisClaim claim = (RedisClaim) claims.get(i);
        store.slots().settled(claim);
        store.takeBack(claim);
        away.add(claim);
      }
      granted = store.fallback().settle(away);
      for (int i = 0; i < claims.firstUnsettled() && !granted; i++) {
        store.takeBack((RedisClaim) claims.get(i));
      }
    } catch (Throwable again) {
      // Nothing is left to decide with, so the call passes.
      store.suppressed(again);
    }
    claims.settled(granted, nowMicros);
  }

  private boolean proceedOrThrow() {
    while (next < claims.size()) {
      if (!pay((RedisClaim) claims.get(next))) {
        return false;
      }
    }
    // What is known to be refused need not be asked about: floods are turned away right here.
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

  private void goOnLater(Runnable settled) {
    if (proceed()) {
      settled.run();
    }
  }

  /** Pays a claim from a loan, or leaves it to be asked; false if it waits for a loan. */
  private boolean pay(RedisClaim claim) {
    RedisLoans loans = claim.terms().loans();
    boolean hasOlder = store.hasOlder(claim);
    long now = store.localMicros();
    Lease lease =
        loans == null || hasOlder || tries > MOST_TRIES
            ? null
            : loans.of(claim.high(), claim.low(), now);
    if (lease == null) {
      toBeAsked(claim, hasOlder);
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
    claim.lent(lease, loan, now);
    byRedis = true;
    paid();
    return true;
  }

  private void paid() {
    next++;
    tries = 0;
  }

  private void toBeAsked(RedisClaim claim, boolean hasOlder) {
    paid();
    for (HashSlotClaims slot : slots) {
      if (store.isOneQuestion(slot.first(), claim)) {
        slot.add(claim, hasOlder);
        return;
      }
    }
    slots.add(new HashSlotClaims(claim, hasOlder));
  }

  private boolean borrow(RedisClaim claim, Lease lease, long now) {
    tries++;
    if (isTooLate()) {
      away.add(claim);
      paid();
      return true;
    }
    PendingLoanCall waiter = new PendingLoanCall();
    switch (lease.ask(claim.cost(), now, waiter)) {
      case WAITING -> {
        waiting = waiter;
        return goesOn(waiter.signal);
      }
      case REFUSED -> refuse(claim, lease, lease.waitMicros(claim.cost(), now), now);
      case OUTAGE -> {
        away.add(claim);
        paid();
      }
      case TRY_AGAIN, GONE -> {
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
    claim.notLent(lease, waitMicros, now);
    refused = true;
    refusedHere = true;
    byRedis = true;
    paid();
  }

  /** Several questions one after the other have one deadline together. */
  private boolean isTooLate() {
    return System.nanoTime() - deadlineNanos > 0;
  }

  /** Asks for the claims of a slot, or takes in the answer; false if it waits for one. */
  private boolean ask(HashSlotClaims slot) {
    PendingScriptCall told = slot.asking();
    if ((told != null && isAnswered(slot, told)) || isLeft(slot)) {
      asked++;
      return true;
    }
    PendingScriptCall asking = slot.ask(store.member(), store.clock().aroundMicros(), !refused);
    store.slots().ask(slot.claims());
    if (whenSettled == null) {
      store.redis().askAndWait(asking, deadlineNanos);
    } else {
      store.redis().ask(asking);
    }
    return goesOn(asking.signal);
  }

  /** Takes in an answer, or that there is none; true if there is no more to ask. */
  private boolean isAnswered(HashSlotClaims slot, PendingScriptCall told) {
    List<Object> reply = told.reply();
    if (reply == null) {
      away.addAll(slot.claims());
      return true;
    }
    SettlementScriptCall.Outcome outcome = slot.read(reply);
    store.clock().note(outcome.nowMicros());
    if (slot.isLost()) {
      away.addAll(slot.claims());
      return true;
    }
    nowMicros = outcome.nowMicros();
    byRedis = true;
    refused |= slot.isRefused(outcome);
    return slot.isDone();
  }

  /** Does without an answer if there is no time left for one. */
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
      store.slots().settled(claim);
      if (refused) {
        store.takeBack(claim);
      }
    }
    claims.settled(!refused, nowMicros);
  }
}
