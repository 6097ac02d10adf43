package dev.penstock.store.redis;

import dev.penstock.store.Claims;
import dev.penstock.store.redis.client.ScriptCall;
import dev.penstock.store.redis.lease.Lease;
import dev.penstock.store.redis.lease.Loan;
import dev.penstock.store.redis.lease.LoanOutcome;
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
   * without a reply go to the Fallback.
   *
   * A call that one limit rejects is still checked against the others, so that `Retry-After`
   * reports the longest wait, but nothing is charged: earlier charges are refunded. If this JVM
   * dies before that, the charge remains, which is at most the cost of one call per call in flight.
   * So Redis never shows less than was admitted.
   *
   * One thread at a time works on a settlement: the caller's thread, or, if that must not block,
   * the thread that delivers a reply.
   */
  private static final int MAX_TRIES = 50;

  /**
   * Every loan request completes by its own deadline. As a safety net, a thread stops waiting after
   * the longest deadline that a rules file can set.
   */
  private static final long MAX_WAIT_NANOS = 11_000_000_000L;

  private final RedisStore store;
  private final Claims claims;
  private final @Nullable Completion<Claims> settled;
  private final long deadlineNanos;
  private final List<HashSlotClaims> groups = new ArrayList<>(1);
  private final List<RedisClaim> withoutReply = new ArrayList<>(0);
  private @Nullable Completion<LoanOutcome> pendingLoan;
  private int nextClaim;
  private int nextGroup;
  private int loanRequests;
  private boolean isRejected;
  private boolean isRejectedByLender;
  private boolean isDecidedByRedis;
  private long nowMicros;

  /**
   * @param settled null if the calling thread may block
   */
  RedisSettlement(RedisStore store, Claims claims, @Nullable Completion<Claims> settled) {
    this.store = store;
    this.claims = claims;
    this.settled = settled;
    nextClaim = claims.firstUnsettled();
    nowMicros = store.localMicros();
    deadlineNanos = System.nanoTime() + store.timeoutMicros() * 1_000;
  }

  /**
   * Continues the settlement. Returns true if it is complete; otherwise it continues later and then
   * completes {@code settled}.
   */
  boolean proceed() {
    try {
      while (nextClaim < claims.size()) {
        RedisClaim claim = (RedisClaim) claims.get(nextClaim);
        long now = store.localMicros();
        Lease lease = leaseOf(claim, now);
        if (lease == null) {
          addToGroup(claim);
        } else if (!pay(claim, lease, now)) {
          return false;
        }
      }
      // A known rejection needs no round trip, so floods are rejected in this JVM.
      while (nextGroup < groups.size() && !isRejectedByLender) {
        HashSlotClaims group = groups.get(nextGroup);
        complete(group);
        if (group.isDone()) {
          nextGroup++;
        } else if (!send(group)) {
          return false;
        }
      }
      finish();
    } catch (Throwable error) {
      // A bug in Penstock. The caller must not see it, and must not wait for ever.
      store.reportError(error);
      settleWithoutRedis();
    }
    return true;
  }

  /** Decides all claims by the {@code on-failure} setting of their rules. */
  private void settleWithoutRedis() {
    boolean granted = true;
    try {
      withoutReply.clear();
      for (int i = claims.firstUnsettled(); i < claims.size(); i++) {
        RedisClaim claim = (RedisClaim) claims.get(i);
        store.slots().releaseUngranted(claim);
        store.refundCharge(claim);
        withoutReply.add(claim);
      }
      granted = store.fallback().settle(withoutReply);
      for (int i = 0; i < claims.firstUnsettled() && !granted; i++) {
        store.refundCharge((RedisClaim) claims.get(i));
      }
    } catch (Throwable again) {
      // No way to decide is left, so the call passes.
      store.reportError(again);
    }
    claims.settled(granted, nowMicros);
  }

  private void proceedLater(Completion<Claims> pending) {
    if (proceed()) {
      pending.complete(claims);
    }
  }

  /** The lease to pay a claim from; null if a script has to charge the claim. */
  private @Nullable Lease leaseOf(RedisClaim claim, long now) {
    RedisLoans loans = claim.terms().loans();
    return loans == null || loanRequests > MAX_TRIES || store.hasEarlierKeys(claim)
        ? null
        : loans.leaseOf(claim.high(), claim.low(), now);
  }

  /** Pays a claim from a loan. Returns false if the settlement waits for a loan. */
  private boolean pay(RedisClaim claim, Lease lease, long now) {
    Completion<LoanOutcome> requested = pendingLoan;
    pendingLoan = null;
    if (requested != null && !complete(claim, lease, requested.result(), now)) {
      return true;
    }
    Loan loan = lease.take(claim.cost(), now);
    if (loan == null) {
      return requestLoan(claim, lease, now);
    }
    claim.paidFromLoan(lease, loan, now);
    isDecidedByRedis = true;
    continueWithNextClaim();
    return true;
  }

  private void continueWithNextClaim() {
    nextClaim++;
    loanRequests = 0;
    // The result of a loan request is only for the claim that has requested it.
    pendingLoan = null;
  }

  private void addToGroup(RedisClaim claim) {
    continueWithNextClaim();
    boolean hasEarlierKeys = store.hasEarlierKeys(claim);
    for (HashSlotClaims group : groups) {
      if (store.canShareScript(group.first(), claim)) {
        group.add(claim, hasEarlierKeys);
        return;
      }
    }
    groups.add(new HashSlotClaims(claim, hasEarlierKeys));
  }

  /** Requests a loan for a claim. Returns false if the settlement waits for the reply. */
  private boolean requestLoan(RedisClaim claim, Lease lease, long now) {
    loanRequests++;
    if (isTooLate()) {
      settleWithoutReply(claim);
      return true;
    }
    Completion<LoanOutcome> outcome = new Completion<>();
    switch (lease.requestLoan(claim.cost(), now, outcome)) {
      case WAITING -> {
        pendingLoan = outcome;
        if (settled != null) {
          return !outcome.register(() -> proceedLater(settled));
        }
        outcome.await(MAX_WAIT_NANOS);
      }
      case REJECTED -> reject(claim, lease, lease.waitMicros(claim.cost(), now), now);
      case OUTAGE -> settleWithoutReply(claim);
      case TRY_AGAIN, DROPPED -> {
        // The next round looks up the lease again and takes from it.
      }
    }
    return true;
  }

  /** Processes the result of a loan request. Returns true if the claim should take units now. */
  private boolean complete(RedisClaim claim, Lease lease, @Nullable LoanOutcome outcome, long now) {
    if (outcome == null) {
      settleWithoutReply(claim);
      return false;
    }
    if (outcome.isRejected()) {
      reject(claim, lease, outcome.waitMicros(), now);
      return false;
    }
    return true;
  }

  private void settleWithoutReply(RedisClaim claim) {
    withoutReply.add(claim);
    continueWithNextClaim();
  }

  private void reject(RedisClaim claim, Lease lease, long waitMicros, long now) {
    claim.rejectedByLender(lease, waitMicros, now);
    isRejected = true;
    isRejectedByLender = true;
    isDecidedByRedis = true;
    continueWithNextClaim();
  }

  /** All script calls of a settlement share one deadline. */
  private boolean isTooLate() {
    return System.nanoTime() - deadlineNanos > 0;
  }

  /** Sends the next script call of a group. Returns false if the settlement waits for the reply. */
  private boolean send(HashSlotClaims group) {
    ScriptCall call = group.nextCall(store, /* charge= */ !isRejected);
    store.slots().countRequested(group.claims());
    if (settled == null) {
      store.redis().sendAndWait(call, deadlineNanos);
      return true;
    }
    store.redis().send(call);
    return !call.register(() -> proceedLater(settled));
  }

  /** Processes the reply to the latest script call of a group, if there was one, or its absence. */
  private void complete(HashSlotClaims group) {
    ScriptCall call = group.pendingCall();
    List<Object> reply = call == null ? null : call.result();
    if (reply != null) {
      SettlementScriptCall.Outcome outcome = group.complete(reply);
      store.clock().adjust(outcome.nowMicros());
      if (!group.isUndecidable()) {
        nowMicros = outcome.nowMicros();
        isDecidedByRedis = true;
        isRejected |= group.isRejected(outcome);
      }
    }
    boolean hasNoReply = call != null && reply == null;
    if (hasNoReply || group.isUndecidable() || (!group.isDone() && isTooLate())) {
      withoutReply.addAll(group.claims());
      group.abandon();
    }
  }

  private void finish() {
    if (!isRejected && !withoutReply.isEmpty()) {
      isRejected = !store.fallback().settle(withoutReply);
    } else if (isDecidedByRedis) {
      store.counts().decidedByRedis();
    }
    for (int i = 0; i < claims.size(); i++) {
      RedisClaim claim = (RedisClaim) claims.get(i);
      store.slots().releaseUngranted(claim);
      if (isRejected) {
        store.refundCharge(claim);
      }
    }
    claims.settled(!isRejected, nowMicros);
  }
}
