package dev.penstock.shadow;

import dev.penstock.engine.Decision;
import dev.penstock.engine.Engine;
import dev.penstock.http.Call;
import dev.penstock.rules.Rule;
import dev.penstock.store.Claims;
import dev.penstock.store.Ticker;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lets a candidate judge every call that comes in beside the rules in force, and counts. */
public final class Comparison {
  /*
   * The candidate judges all calls, also those that the rules in force turn away, and spends what it
   * would itself have admitted, from budgets of its own: so it ends up where it would be if it were
   * the one enforced. It does so after the rules in force have decided and as of the same instant, so
   * that a window that ends in between is no difference. That is not possible if the rules in force
   * are judged by another clock, such as that of a server which several JVMs ask.
   *
   * A call that the rules in force turn away has no answer of the application, and takes no time
   * there. Where the candidate's sums depend on either, it is taken as answered with that refusal, at
   * once.
   */
  private final ComparedSide old;
  private final ComparedSide next;
  private final ComparisonLedger ledger;
  private final DivergenceListener listener;
  private final Ticker ticker;
  private final boolean hasOtherClock;
  private final Set<String> switchedOn;
  private final ThreadLocal<ShadowOutcome[]> rulings =
      ThreadLocal.withInitial(() -> new ShadowOutcome[] {new ShadowOutcome(), new ShadowOutcome()});

  /**
   * @param engine what decides
   * @param old what to compare with instead, over a store of its own; null for what is in force
   * @param next the candidate, over a store of its own
   * @param ledger where calls are counted; the one of a comparison of the same rules goes on
   */
  public Comparison(
      Engine engine,
      @Nullable Engine old,
      Engine next,
      ComparisonLedger ledger,
      DivergenceListener listener,
      Ticker ticker) {
    this(engine, old, next, ledger, listener, ticker, Set.of());
  }

  /**
   * @param switchedOn rules that the file does not enforce and an operator does: a call that they
   *     may have turned away is left out
   */
  public Comparison(
      Engine engine,
      @Nullable Engine old,
      Engine next,
      ComparisonLedger ledger,
      DivergenceListener listener,
      Ticker ticker,
      Set<String> switchedOn) {
    this.old = new ComparedSide(old == null ? engine : old, old == null, ledger.rows());
    this.next = new ComparedSide(next, /* inForce= */ false, ledger.rows());
    this.ledger = ledger;
    this.listener = listener;
    this.ticker = ticker;
    hasOtherClock = engine.store().keepsOwnTime();
    this.switchedOn = switchedOn;
  }

  /** True if somebody has to count the calls in hand. */
  public boolean sheds() {
    return next.engine().shedsLoad() || old.engine().shedsLoad();
  }

  /** The engines that judge in shadow. */
  public List<Engine> engines() {
    return old.isInForce() ? List.of(next.engine()) : List.of(old.engine(), next.engine());
  }

  ComparedSide old() {
    return old;
  }

  ComparedSide next() {
    return next;
  }

  public ComparisonLedger ledger() {
    return ledger;
  }

  /**
   * Judges a call after the rules in force have. Where its thread must not wait, a side in shadow
   * may take longer than that; then it is compared when that side is told.
   *
   * @return who has to hear of it again; null if all is said
   */
  public @Nullable PendingComparison judge(Call call, Decision inForce, int inHand) {
    if (!switchedOn.isEmpty() && inForce.isRejected() && isLeftOut(inForce)) {
      ledger.countExcluded();
      return null;
    }
    long asOf = instantOf(inForce);
    Decision then =
        old.isInForce() ? inForce : old.engine().decideAfter(inForce, asOf, call, inHand);
    Decision candidate = next.engine().decideAfter(inForce, asOf, call, inHand);
    if (then.isPending() || candidate.isPending()) {
      return pending(call, nowUnless(asOf), inForce, then, candidate, /* counted= */ false);
    }
    long at =
        nowUnless(asOf != Claims.NOW || next.keepsOwnTime() ? asOf : candidate.decidedAtMicros());
    boolean open = then.isOpen() || candidate.isOpen();
    if (!open) {
      compare(call, at, then, candidate);
    }
    return open || old.owes(then) || next.owes(candidate)
        ? pending(call, at, inForce, then, candidate, !open)
        : null;
  }

  /** True if a rule that was switched on is for a call that was turned away. */
  private boolean isLeftOut(Decision inForce) {
    Rule denying = inForce.deniedBy();
    boolean isSwitchedOn = denying != null && switchedOn.contains(denying.name());
    for (int i = 0; !isSwitchedOn && i < inForce.quotas(); i++) {
      isSwitchedOn = switchedOn.contains(inForce.rule(i).name());
    }
    return isSwitchedOn;
  }

  /** When a decision in force was made, to judge by as well; {@link Claims#NOW} if none can. */
  long instantOf(@Nullable Decision inForce) {
    return inForce == null || hasOtherClock ? Claims.NOW : inForce.decidedAtMicros();
  }

  private long nowUnless(long atMicros) {
    return atMicros == Claims.NOW ? ticker.micros() : atMicros;
  }

  private @Nullable PendingComparison pending(
      Call call, long at, Decision inForce, Decision then, Decision candidate, boolean counted) {
    PendingComparison pending = new PendingComparison(/* comparison= */ this, at);
    pending.start(call, then, candidate, counted);
    if (inForce.isRejected()) {
      pending.turnedAway();
      return null;
    }
    return pending;
  }

  /** Counts a call that whoever plays both sides has let them judge, to see what they decide. */
  public void compare(Call call, long at, Decision then, Decision candidate) {
    if (!then.isRejected() && !candidate.isRejected()) {
      ledger.countAdmitted(at, then, old.rows(), candidate, next.rows());
      return;
    }
    ShadowOutcome[] both = rulings.get();
    compare(call, at, then, both[0], candidate, both[1]);
  }

  private void compare(
      Call call,
      long at,
      Decision then,
      ShadowOutcome thenSays,
      Decision candidate,
      ShadowOutcome nextSays) {
    thenSays.set(old, then);
    nextSays.set(next, candidate);
    if (thenSays.rejects() != nextSays.rejects()) {
      thenSays.explain(old, then, quota -> old.describeKey(then, quota, call));
      nextSays.explain(next, candidate, quota -> next.describeKey(candidate, quota, call));
    }
    compare(at, thenSays, nextSays);
  }

  /** Counts a call that both have judged, and tells of it if they differ. */
  void compare(long at, ShadowOutcome thenSays, ShadowOutcome nextSays) {
    ComparisonOutcome outcome = ledger.count(at, thenSays, nextSays);
    if (outcome.diverges()) {
      listener.diverged(ledger, outcome, at, thenSays, nextSays);
    }
  }
}
