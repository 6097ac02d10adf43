package dev.penstock.store.redis;

import dev.penstock.limit.Limit;
import dev.penstock.log.AgentLog;
import dev.penstock.store.Budget;
import dev.penstock.store.ClaimedKey;
import dev.penstock.store.Claims;
import dev.penstock.store.InboundQueues;
import dev.penstock.store.Receipt;
import dev.penstock.store.Store;
import dev.penstock.store.Ticker;
import dev.penstock.store.local.LocalStore;
import dev.penstock.store.redis.client.FailurePolicy;
import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.lease.LeaseCountLimit;
import dev.penstock.store.redis.script.InstanceId;
import dev.penstock.store.redis.script.RefundPart;
import dev.penstock.store.redis.script.SettlementScriptCall;
import dev.penstock.thread.Completion;
import java.util.List;
import java.util.Set;

/**
 * A store that counts in Redis, shared with other JVMs, and falls back to this JVM without Redis.
 */
public final class RedisStore implements Store {
  /*
   * Redis decides by its own clock, in one script for all claims that one node serves. Nothing is
   * read first and written back later, so no count can change in between. Lent units are spent in
   * this JVM; Redis has charged them already.
   *
   * Every decision is made in time, with or without Redis. For that, each budget has a local budget
   * with this JVM's share of the limit, so that all instances together admit about as many calls as
   * before.
   */
  private final RedisClient redis;
  private final SharingSettings sharing;
  private final LocalStore local;
  private final AgentLog log;
  private final InstanceId instance;
  private final DecisionSourceCounts counts = new DecisionSourceCounts();
  private final Fallback fallback;
  private final SharedSlots slots = new SharedSlots();
  private final RefundSender refundSender;
  private final RedisBudgets budgets;
  private final ServerClock clock;
  private final LeaseCountLimit leaseCountLimit;
  private final SlotHeartbeat slotHeartbeat;

  /**
   * @param local counts this JVM's share while Redis is unavailable
   */
  public RedisStore(
      RedisClient redis,
      SharingSettings sharing,
      Ticker ticker,
      LocalStore local,
      long mostKeys,
      AgentLog log) {
    this.redis = redis;
    this.sharing = sharing;
    this.local = local;
    this.log = log;
    instance = sharing.instance();
    fallback = new Fallback(local, counts);
    refundSender = new RefundSender(redis, instance, counts);
    slotHeartbeat = new SlotHeartbeat(redis, instance, slots);
    leaseCountLimit = new LeaseCountLimit(mostKeys);
    clock = new ServerClock(ticker);
    budgets = new RedisBudgets(/* store= */ this, local);
  }

  @Override
  public Budget budget(String name, Limit limit, FailurePolicy onOutage) {
    return budgets.budget(name, limit, onOutage);
  }

  /** Keys in Redis expire by themselves. */
  @Override
  public void keepOnly(Set<String> names) {
    local.keepOnly(names);
    budgets.keepOnly(names);
  }

  @Override
  public InboundQueues waitQueues() {
    return local.waitQueues();
  }

  @Override
  public void rememberAtMost(long mostKeys) {
    local.rememberAtMost(mostKeys);
    leaseCountLimit.change(mostKeys);
  }

  @Override
  public void sweep() {
    local.sweep();
  }

  @Override
  public long liveKeys() {
    return local.liveKeys() + leaseCountLimit.leases();
  }

  @Override
  public void settle(Claims claims) {
    new RedisSettlement(this, claims, /* settled= */ null).proceed();
  }

  @Override
  public boolean settleAsync(Claims claims, Completion<Claims> settled) {
    return new RedisSettlement(this, claims, settled).proceed();
  }

  @Override
  public void rejectAll(Claims claims) {
    for (int i = 0; i < claims.firstUnsettled(); i++) {
      refundCharge((RedisClaim) claims.get(i));
    }
    claims.clear();
  }

  /** Refunds the charge of a claim, if there is one. */
  void refundCharge(RedisClaim claim) {
    if (claim.isPaid()) {
      refund(claim.receipt());
      claim.refunded();
    }
  }

  @Override
  public void refund(Receipt receipt) {
    refund(receipt, RefundPart.CHARGE);
  }

  @Override
  public void cancel(Receipt receipt) {
    refund(receipt, RefundPart.PLACE);
  }

  @Override
  public void reset(Receipt receipt) {
    refund(receipt, RefundPart.EVERYTHING);
  }

  private void refund(Receipt receipt, RefundPart part) {
    if (receipt instanceof RedisReceipt.ByScript charged) {
      if (charged.slots() != null) {
        slots.release(charged.slots());
      }
      if (part == RefundPart.EVERYTHING && charged.slots() == null) {
        forget(charged.claimed());
      } else {
        refundSender.refund(charged.charge(), part);
      }
    } else if (receipt instanceof RedisReceipt.FromLoan lent) {
      lent.refund(localMicros());
      if (part == RefundPart.EVERYTHING) {
        forget(lent.claimed());
      }
    } else if (receipt instanceof RedisReceipt.FromLocalShare share) {
      switch (part) {
        case CHARGE -> local.refund(share.receipt());
        case PLACE -> local.cancel(share.receipt());
        case EVERYTHING -> local.reset(share.receipt());
      }
    }
  }

  /** Forgets all that a caller has spent, under the current limit and under earlier ones. */
  private void forget(ClaimedKey key) {
    RedisBudget.Terms terms = ((RedisBudget) key.budget()).terms();
    if (terms.limit().periodMicros() > 0) {
      refundSender.forget(terms.scripted(), terms.keys().keyOf(key.high(), key.low()));
    }
    CarriedOverBudget before = terms.carriedOver();
    if (before != null) {
      for (CarriedOverBudget.Former former : before.earlierLimits()) {
        refundSender.forget(former.scripted(), former.keys().keyOf(key.high(), key.low()));
      }
    }
  }

  /** Runs a script that changes nothing for each budget, before the first request. */
  void warmUp() {
    for (RedisBudget budget : budgets.all()) {
      RedisBudget.Terms terms = budget.terms();
      SettlementScriptCall looking =
          SettlementScriptCall.forRead(instance, clock.approxServerMicros());
      looking.claim(
          terms.scripted(), terms.keys().keyOf(/* high= */ 0, /* low= */ 0), /* cost= */ 1);
      redis.sendAndWait(looking);
      List<Object> reply = looking.result();
      if (reply != null) {
        clock.adjust(looking.read(reply).nowMicros());
      }
    }
  }

  /** Reports how many concurrency slots this JVM holds; to be called every few seconds. */
  public void sendHeartbeats() {
    slotHeartbeat.send();
  }

  /** Returns loans that are idle; to be called about every 100 ms. */
  public void returnIdleLoans() {
    for (RedisLoans loans : budgets.loans()) {
      loans.sweep(localMicros());
    }
  }

  /** Returns all loans, because this JVM stops. */
  public void returnAllLoans() {
    for (RedisLoans loans : budgets.loans()) {
      loans.returnAll(localMicros());
    }
  }

  /** The counts of decisions by their source. */
  public DecisionSourceCounts.Decided decisionSources() {
    return counts.read();
  }

  LeaseCountLimit leaseCountLimit() {
    return leaseCountLimit;
  }

  RedisClient redis() {
    return redis;
  }

  InstanceId instance() {
    return instance;
  }

  SharedSlots slots() {
    return slots;
  }

  Fallback fallback() {
    return fallback;
  }

  SharingSettings sharing() {
    return sharing;
  }

  AgentLog log() {
    return log;
  }

  long timeoutMicros() {
    return sharing.timeoutMicros();
  }

  DecisionSourceCounts counts() {
    return counts;
  }

  void reportError(Throwable error) {
    log.repeated(
        AgentLog.SUPPRESSED + "store",
        "internal error: Redis limits could not be decided; `on-failure` decides instead",
        error);
  }

  /** True if one script can settle both claims. */
  boolean canShareScript(RedisClaim one, RedisClaim other) {
    boolean inReach = redis.takesAnyKeys() || one.hasSameCaller(other);
    return inReach && !one.isChargedAsLoan() && !other.isChargedAsLoan();
  }

  /** True if the caller of a claim may have spent units under earlier limits. */
  boolean hasEarlierKeys(RedisClaim claim) {
    CarriedOverBudget before = claim.terms().carriedOver();
    return before != null
        && claim.limit().periodMicros() > 0
        && before.mayHaveSpent(claim.high(), claim.low(), localMicros());
  }

  ServerClock clock() {
    return clock;
  }

  long localMicros() {
    return clock.localMicros();
  }
}
