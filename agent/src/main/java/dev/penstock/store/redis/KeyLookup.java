package dev.penstock.store.redis;

import dev.penstock.limit.Concurrency;
import dev.penstock.store.KeyBalance;
import dev.penstock.store.redis.client.ScriptCall;
import dev.penstock.store.redis.script.LeaseScriptCall;
import dev.penstock.store.redis.script.RefundScriptCall;
import dev.penstock.store.redis.script.ScriptedLease;
import java.util.List;
import java.util.Objects;
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
   * reject calls for as long as the last reply of Redis said.
   *
   * Both operations can be repeated. So the operator does not have to try again because the first
   * call had to wait for a connection.
   */
  private static final int TRIES = 3;

  private static final String NO_REPLY = "Redis did not reply. Try again when it is available.";

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
      ScriptCall call = complete(() -> slot.nextCall(store, /* charge= */ false));
      store.clock().adjust(slot.complete(Objects.requireNonNull(call.result())).nowMicros());
      if (slot.isUndecidable()) {
        throw new IllegalStateException(NO_REPLY);
      }
    }
    return balance(
        loans, claim.remaining(/* nowMicros= */ 0), claim.resetMicros(/* nowMicros= */ 0));
  }

  /** A token bucket that lends units also counts the loans, which only the lease script can do. */
  private KeyBalance lookWithLease(RedisLoans loans) {
    LeaseScriptCall call = complete(() -> loans.readCall(high, low));
    ScriptedLease read = call.read(Objects.requireNonNull(call.result()));
    store.clock().adjust(read.nowMicros());
    return balance(loans, read.keyState().remaining(), read.keyState().resetMicros());
  }

  private KeyBalance balance(@Nullable RedisLoans loans, long remaining, long resetMicros) {
    long held = loans == null ? 0 : loans.heldUnits(high, low, store.localMicros());
    long left = Math.min(claim.limit().capacity(), remaining + held);
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
        complete(() -> loans.reportSpentCall(high, low));
      }
    }
    CarriedOverBudget carriedOver = terms.carriedOver();
    complete(() -> forgetCall(carriedOver));
    if (carriedOver != null) {
      carriedOver.markCarriedOver(high, low);
    }
    terms.localBudget().forget(high, low);
  }

  /** Creates a script call that forgets the key, and the keys of earlier limits. */
  private RefundScriptCall forgetCall(@Nullable CarriedOverBudget carriedOver) {
    RefundScriptCall refunds = new RefundScriptCall(store.instance());
    refunds.forget(terms.scripted(), claim.redisKey());
    for (CarriedOverBudget.Former former :
        carriedOver == null ? List.<CarriedOverBudget.Former>of() : carriedOver.earlierLimits()) {
      refunds.forget(former.scripted(), former.keys().keyOf(high, low));
    }
    return refunds;
  }

  /** Sends script calls until one of them has a reply, and returns that call. */
  private <C extends ScriptCall> C complete(Supplier<C> calls) {
    for (int i = 0; i < TRIES; i++) {
      C call = calls.get();
      store.redis().sendAndWait(call);
      if (call.result() != null) {
        return call;
      }
    }
    throw new IllegalStateException(NO_REPLY);
  }
}
