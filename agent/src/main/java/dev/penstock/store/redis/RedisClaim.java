package dev.penstock.store.redis;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.Limit;
import dev.penstock.limit.TokenBucket;
import dev.penstock.store.Claim;
import dev.penstock.store.ClaimedKey;
import dev.penstock.store.Claims;
import dev.penstock.store.Receipt;
import dev.penstock.store.redis.lease.Lease;
import dev.penstock.store.redis.lease.Loan;
import dev.penstock.store.redis.script.ScriptedCharge;
import dev.penstock.store.redis.script.ScriptedKeyState;
import dev.penstock.store.redis.script.ScriptedLimit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A claim to a Redis budget, and its result. */
final class RedisClaim extends Claim {
  private @Nullable RedisBudget budget;
  private RedisBudget.@Nullable Terms terms;
  private @Nullable Receipt receipt;
  private boolean paid;

  /**
   * The loan that paid the claim and its lease. Kept apart from the receipt, because most calls
   * need no receipt.
   */
  private @Nullable Loan loan;

  private @Nullable Lease lease;
  private SharedSlots.@Nullable Key slots;

  private long remaining;
  private long resetMicros;
  private long waitMicros;
  private long delayMicros;

  void start(RedisBudget newBudget, long keyHigh, long keyLow, long units) {
    budget = newBudget;
    terms = newBudget.terms();
    high = keyHigh;
    low = keyLow;
    cost = units;
    clearResult();
  }

  private void clearResult() {
    paid = false;
    remarks = 0;
    slots = null;
    loan = null;
    receipt = null;
    setResult(limit().capacity(), /* reset= */ 0, /* wait= */ 0, /* delay= */ 0);
  }

  private void setResult(long newRemaining, long reset, long wait, long delay) {
    remaining = newRemaining;
    resetMicros = reset;
    waitMicros = wait;
    delayMicros = delay;
  }

  RedisBudget budget() {
    return Objects.requireNonNull(budget);
  }

  RedisBudget.Terms terms() {
    return Objects.requireNonNull(terms);
  }

  /** The limit to decide by. While the queue of the call is full, it does not allow a wait. */
  ScriptedLimit scripted() {
    ScriptedLimit scripted = terms().scripted();
    return fullForMicros() > 0 ? scripted.withoutWait(fullForMicros()) : scripted;
  }

  @Override
  protected void startAgain() {
    clearResult();
  }

  /** The earlier limits of the budget. Only to be called if there are any. */
  CarriedOverBudget carriedOver() {
    return Objects.requireNonNull(terms().carriedOver());
  }

  /** True if the script of the bucket counts loans, so that a single charge is a loan too. */
  boolean isChargedAsLoan() {
    return terms().loans() != null && limit() instanceof TokenBucket;
  }

  byte[] redisKey() {
    return terms().keys().keyOf(high, low);
  }

  /** True if both claims are for the same caller, and so in the same hash slot. */
  boolean hasSameCaller(RedisClaim other) {
    return high == other.high && low == other.low;
  }

  /**
   * The key whose concurrency slot the next script may take; null if there is none or it was
   * counted before.
   */
  SharedSlots.@Nullable Key slotToRequest() {
    if (slots != null || !(limit() instanceof Concurrency)) {
      return null;
    }
    slots = new SharedSlots.Key(budget(), high, low);
    return slots;
  }

  /**
   * The key whose slot Redis did not grant, returned once; null if there is none or Redis granted
   * the slot.
   */
  SharedSlots.@Nullable Key removeUngrantedSlot() {
    if (receipt instanceof RedisReceipt.ByScript) {
      return null;
    }
    SharedSlots.Key inVain = slots;
    slots = null;
    return inVain;
  }

  /**
   * Redis has decided all claims of the script.
   *
   * @param charge null if nothing was charged that can be refunded
   */
  void decided(ScriptedKeyState keyState, @Nullable ScriptedCharge charge) {
    setResult(
        keyState.remaining(),
        keyState.resetMicros(),
        keyState.waitMicros(),
        keyState.delayMicros());
    if (charge != null) {
      paid = true;
      receipt = new RedisReceipt.ByScript(budget().store(), key(), charge, slots);
    }
  }

  /** The claim was paid from a loan. */
  void paidFromLoan(Lease newLease, Loan newLoan, long nowMicros) {
    setResult(
        newLease.remaining(nowMicros),
        newLease.resetMicros(nowMicros),
        /* wait= */ 0,
        /* delay= */ 0);
    paid = true;
    lease = newLease;
    loan = newLoan;
  }

  /** The loan was too small, and Redis has reported when more is available. */
  void rejectedByLender(Lease from, long wait, long nowMicros) {
    setResult(from.remaining(nowMicros), from.resetMicros(nowMicros), wait, /* delay= */ 0);
  }

  /** This JVM has decided with its own share. */
  void decidedLocally(Claims local, int at) {
    setResult(
        local.remaining(at), local.resetMicros(at), local.waitMicros(at), local.delayMicros(at));
    paid = local.granted();
    remarks = local.remarks(at);
    receipt = paid ? new RedisReceipt.FromLocalShare(budget().store(), local.receipt(at)) : null;
  }

  /** The claim is granted without being counted. */
  void passUncounted() {
    remarks = LET_THROUGH;
  }

  /** The claim is rejected while Redis is unavailable. The wait is unknown. */
  void rejectUnavailable() {
    setResult(/* newRemaining= */ 0, /* reset= */ 0, Limit.UNKNOWN, /* delay= */ 0);
  }

  /** True if something was charged and not refunded. */
  boolean isPaid() {
    return paid;
  }

  /** The charge was refunded. */
  void refunded() {
    if (paid) {
      paid = false;
      loan = null;
      receipt = null;
      remaining = Math.min(limit().capacity(), remaining + cost);
    }
  }

  @Override
  public ClaimedKey key() {
    return new ClaimedKey(budget(), high, low);
  }

  @Override
  public Limit limit() {
    return terms().limit();
  }

  @Override
  public long remaining(long nowMicros) {
    return remaining;
  }

  @Override
  public long resetMicros(long nowMicros) {
    return resetMicros;
  }

  @Override
  public long waitMicros(long nowMicros) {
    return waitMicros;
  }

  @Override
  public long delayMicros(long nowMicros) {
    return delayMicros;
  }

  @Override
  public Receipt receipt() {
    Loan from = loan;
    Lease of = lease;
    if (from != null && of != null) {
      return new RedisReceipt.FromLoan(budget().store(), key(), of, from, cost);
    }
    Receipt made = receipt;
    return made == null ? new RedisReceipt.NotCharged(budget().store()) : made;
  }
}
