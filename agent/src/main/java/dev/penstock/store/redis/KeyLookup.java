package dev.penstock.store.redis;

import dev.penstock.limit.Concurrency;
import dev.penstock.store.KeyBalance;
import dev.penstock.store.redis.script.LeaseScriptCall;
import dev.penstock.store.redis.script.RefundScriptCall;
import dev.penstock.store.redis.script.ScriptedLease;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads or forgets one key of a Redis budget for an operator. */
final class KeyLookup {
  /*
   * Redis counts lent units as spent. Units that this JVM holds can still be spent here, so they
   * count as remaining. Units that other JVMs hold are unknown here.
   *
   * Before a key is forgotten, this JVM returns its loan. Otherwise it could spend those units in
   * addition to the full limit. Other JVMs keep their loans: they may spend them, and continue to
   * reject calls for as long as Redis told them.
   *
   * Both operations can be repeated. So the operator does not have to try again because the first
   * call had to wait for a connection.
   */
  private static final int TRIES = 3;

  private final RedisStore store;
  private final RedisBudget.Terms terms;
  private final RedisClaim claim = new RedisClaim();
  private final long high;
  private final long low;

  KeyLookup(RedisBudget budget, long high, long low) {
    this.high = high;
    this.low = low;
    store = budget.store();
    claim.start(budget, high, low, /* units= */ 1);
    terms = claim.terms();
  }

  KeyBalance look() {
    RedisLoans loans = terms.loans();
    boolean hasEarlierKeys = store.hasEarlierKeys(claim);
    if (loans != null && claim.isChargedAsLoan() && !hasEarlierKeys) {
      return lookWithLease(loans);
    }
    HashSlotClaims slot = new HashSlotClaims(claim, hasEarlierKeys);
    while (!slot.isDone()) {
      List<Object> reply =
          replyTo(
              () ->
                  slot.ask(
                      store.instance(), store.clock().approxServerMicros(), /* charge= */ false));
      store.clock().adjust(slot.read(reply).nowMicros());
      if (slot.isLost()) {
        throw new IllegalStateException("Redis does not answer");
      }
    }
    return balance(
        loans, claim.remaining(/* nowMicros= */ 0), claim.resetMicros(/* nowMicros= */ 0));
  }

  /** A token bucket that lends units also counts the loans, which only the lease script can do. */
  private KeyBalance lookWithLease(RedisLoans loans) {
    LeaseScriptCall call = loans.readCall(high, low);
    ScriptedLease told = call.read(replyTo(() -> new PendingScriptCall(call)));
    store.clock().adjust(told.nowMicros());
    return balance(loans, told.keyState().remaining(), told.keyState().resetMicros());
  }

  private KeyBalance balance(@Nullable RedisLoans loans, long remaining, long resetMicros) {
    long inHand = loans == null ? 0 : loans.heldUnits(high, low, store.localMicros());
    long left = Math.min(claim.limit().capacity(), remaining + inHand);
    return new KeyBalance(claim.limit(), left, resetMicros);
  }

  void forget() {
    if (claim.limit() instanceof Concurrency) {
      return;
    }
    RedisLoans loans = terms.loans();
    if (loans != null) {
      loans.returnLoan(high, low, store.localMicros());
      store.redis().awaitCompletions();
      if (claim.isChargedAsLoan()) {
        replyTo(() -> new PendingScriptCall(loans.reportSpentCall(high, low)));
      }
    }
    RefundScriptCall refunds = new RefundScriptCall(store.instance());
    refunds.forget(terms.scripted(), claim.redisKey());
    CarriedOverBudget before = terms.carriedOver();
    for (CarriedOverBudget.Former former :
        before == null ? List.<CarriedOverBudget.Former>of() : before.earlierLimits()) {
      refunds.forget(former.scripted(), former.keys().keyOf(high, low));
    }
    replyTo(() -> new PendingScriptCall(refunds));
    if (before != null) {
      before.markCarriedOver(high, low);
    }
    terms.localBudget().forget(high, low);
  }

  private List<Object> replyTo(Supplier<PendingScriptCall> questions) {
    for (int i = 0; i < TRIES; i++) {
      PendingScriptCall question = questions.get();
      store.redis().sendAndWait(question);
      List<Object> reply = question.reply();
      if (reply != null) {
        return reply;
      }
    }
    throw new IllegalStateException("Redis does not answer");
  }
}
