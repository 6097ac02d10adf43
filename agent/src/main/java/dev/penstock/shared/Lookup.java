package dev.penstock.shared;

import dev.penstock.limit.Concurrency;
import dev.penstock.store.Balance;
import dev.penstock.twin.Lease;
import dev.penstock.twin.LeaseCall;
import dev.penstock.twin.Refunds;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An operator's look at one key of a shared budget, which is not a call. */
final class Lookup {
  /*
   * What is out on loan counts as spent in Redis. What this JVM has of that can be spent here, so it
   * is left all the same; what others have is not for this one to know.
   *
   * To forget, what this JVM has on loan is handed back first: units that were lent before could
   * otherwise be spent on top. What others have on loan stays theirs. They may spend it, and go on
   * turning calls away for as long as they were told to.
   *
   * Both can be asked again without harm, so an operator need not try a second time because the
   * first question has had to wait for a connection.
   */
  private static final int TRIES = 3;

  private final SharedStore store;
  private final SharedBudget.Terms terms;
  private final SharedClaim claim = new SharedClaim();
  private final long high;
  private final long low;

  Lookup(SharedBudget budget, long high, long low) {
    this.high = high;
    this.low = low;
    store = budget.store();
    claim.start(budget, high, low, /* units= */ 1);
    terms = claim.terms();
  }

  Balance look() {
    Loans loans = terms.loans();
    boolean hasOlder = store.hasOlder(claim);
    if (loans != null && claim.isLent() && !hasOlder) {
      return lookAtLent(loans);
    }
    Slot slot = new Slot(claim, hasOlder);
    while (!slot.isDone()) {
      List<Object> reply =
          replyTo(
              () -> slot.ask(store.member(), store.clock().aroundMicros(), /* charge= */ false));
      store.clock().note(slot.read(reply).nowMicros());
      if (slot.isLost()) {
        throw new IllegalStateException("Redis does not answer");
      }
    }
    return balance(
        loans, claim.remaining(/* nowMicros= */ 0), claim.resetMicros(/* nowMicros= */ 0));
  }

  /** A bucket that lends reckons with what is out: only the script for loans knows how. */
  private Balance lookAtLent(Loans loans) {
    LeaseCall call = loans.look(high, low);
    Lease told = call.read(replyTo(() -> new Asking(call)));
    store.clock().note(told.nowMicros());
    return balance(loans, told.standing().remaining(), told.standing().resetMicros());
  }

  private Balance balance(@Nullable Loans loans, long remaining, long resetMicros) {
    long inHand = loans == null ? 0 : loans.inHand(high, low, store.localMicros());
    long left = Math.min(claim.limit().capacity(), remaining + inHand);
    return new Balance(claim.limit(), left, resetMicros);
  }

  void forget() {
    if (claim.limit() instanceof Concurrency) {
      return;
    }
    Loans loans = terms.loans();
    if (loans != null) {
      loans.drop(high, low, store.localMicros());
      store.redis().awaitTold();
      if (claim.isLent()) {
        replyTo(() -> new Asking(loans.tellSpent(high, low)));
      }
    }
    Refunds refunds = new Refunds(store.member());
    refunds.forget(terms.twin(), claim.redisKey());
    CarriedOver before = terms.before();
    for (CarriedOver.Former former :
        before == null ? List.<CarriedOver.Former>of() : before.formers()) {
      refunds.forget(former.twin(), former.keys().of(high, low));
    }
    replyTo(() -> new Asking(refunds));
    if (before != null) {
      before.carried(high, low);
    }
    terms.here().forget(high, low);
  }

  private List<Object> replyTo(Supplier<Asking> questions) {
    for (int i = 0; i < TRIES; i++) {
      Asking question = questions.get();
      store.redis().askAndWait(question);
      List<Object> reply = question.reply();
      if (reply != null) {
        return reply;
      }
    }
    throw new IllegalStateException("Redis does not answer");
  }
}
