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

/** A claim to a budget that other JVMs share, and who has decided on it. */
final class RedisClaim extends Claim {
  private @Nullable RedisBudget budget;
  private RedisBudget.@Nullable Terms terms;
  private @Nullable Receipt receipt;
  private boolean paid;

  /** What it was paid from, and whose that is; kept apart, as most calls need no receipt. */
  private @Nullable Loan loan;

  private @Nullable Lease lender;
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
    undecided();
  }

  private void undecided() {
    paid = false;
    remarks = 0;
    slots = null;
    loan = null;
    receipt = null;
    tell(limit().capacity(), /* reset= */ 0, /* wait= */ 0, /* delay= */ 0);
  }

  private void tell(long newRemaining, long reset, long wait, long delay) {
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

  /** What it is judged by. */
  ScriptedLimit twin() {
    ScriptedLimit scripted = terms().scripted();
    return fullForMicros() > 0 ? scripted.withoutWait(fullForMicros()) : scripted;
  }

  @Override
  protected void startAgain() {
    undecided();
  }

  /** What its key may have spent under other terms; only to be asked if there is such a thing. */
  CarriedOverBudget before() {
    return Objects.requireNonNull(terms().before());
  }

  /** True if its bucket knows what is out on loan, and so can only be charged as for a loan. */
  boolean isLent() {
    return terms().loans() != null && limit() instanceof TokenBucket;
  }

  byte[] redisKey() {
    return terms().keys().of(high, low);
  }

  /** True if both are for the same caller, and so in one slot of a cluster. */
  boolean isInSlotOf(RedisClaim other) {
    return high == other.high && low == other.low;
  }

  /** Whose slots Redis is about to be asked for; null if for none, or it was asked before. */
  SharedSlots.@Nullable Key slotsToAsk() {
    if (slots != null || !(limit() instanceof Concurrency)) {
      return null;
    }
    slots = new SharedSlots.Key(budget(), high, low);
    return slots;
  }

  /** Whose slots Redis was asked for in vain, told once; null if for none, or it granted one. */
  SharedSlots.@Nullable Key slotsNotGranted() {
    if (receipt instanceof RedisReceipt.OfRedis) {
      return null;
    }
    SharedSlots.Key inVain = slots;
    slots = null;
    return inVain;
  }

  /** Redis was asked, and has charged all claims, this one included. */
  void charged(ScriptedKeyState standing, ScriptedCharge charge) {
    told(standing);
    paid = true;
    receipt = new RedisReceipt.OfRedis(budget().store(), key(), charge, slots);
  }

  /** Redis was asked, and has charged nothing. */
  void told(ScriptedKeyState standing) {
    tell(
        standing.remaining(),
        standing.resetMicros(),
        standing.waitMicros(),
        standing.delayMicros());
  }

  /** It was paid from what Redis has lent. */
  void lent(Lease lease, Loan newLoan, long nowMicros) {
    tell(lease.remaining(nowMicros), lease.resetMicros(nowMicros), /* wait= */ 0, /* delay= */ 0);
    paid = true;
    lender = lease;
    loan = newLoan;
  }

  /** Redis has lent too little, and has said when there will be more. */
  void notLent(Lease lease, long wait, long nowMicros) {
    tell(lease.remaining(nowMicros), lease.resetMicros(nowMicros), wait, /* delay= */ 0);
  }

  /** It was decided in this JVM. */
  void decidedHere(Claims here, int at) {
    tell(here.remaining(at), here.resetMicros(at), here.waitMicros(at), here.delayMicros(at));
    paid = here.granted();
    remarks = here.remarks(at);
    receipt = paid ? new RedisReceipt.OfShare(budget().store(), here.receipt(at)) : null;
  }

  /** It is granted without being counted anywhere. */
  void letThrough() {
    remarks = LET_THROUGH;
  }

  /** Nobody knows when Redis will be back, so neither when it would be granted. */
  void turnedAway() {
    tell(/* newRemaining= */ 0, /* reset= */ 0, Limit.UNKNOWN, /* delay= */ 0);
  }

  /** True if something was charged for it that has not been taken back. */
  boolean isPaid() {
    return paid;
  }

  /** What was charged for it has been taken back. */
  void takenBack() {
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
    Lease of = lender;
    if (from != null && of != null) {
      return new RedisReceipt.OfLoan(budget().store(), key(), of, from, cost);
    }
    Receipt made = receipt;
    return made == null ? new RedisReceipt.OfNobody(budget().store()) : made;
  }
}
