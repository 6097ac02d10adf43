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

/** Compares the decisions of the enforced rules and of a candidate on every inbound request. */
public final class Comparison {
  /*
   * The candidate decides every request, also those that the live engine rejects, and charges what
   * it admits to its own store. So its state is what it would be if the candidate were enforced. It
   * decides after the live engine and as of the same instant, so that a window that ends in between
   * makes no difference. That is impossible if the live engine uses another clock, such as the
   * clock of a Redis server.
   *
   * A request that the live engine rejects has no response of the application and takes no time. If
   * the candidate counts responses or calls in flight, it sees such a request as answered with the
   * rejection at once.
   */
  private final ComparedSide enforced;
  private final ComparedSide candidate;
  private final ComparisonLedger ledger;
  private final DivergenceListener listener;
  private final Ticker ticker;
  private final boolean liveHasOtherClock;
  private final Set<String> switchedOn;
  private final ThreadLocal<OutcomePair> outcomes = ThreadLocal.withInitial(OutcomePair::new);

  /** The outcomes of both sides, reused by a thread from request to request. */
  private static final class OutcomePair {
    final ShadowOutcome enforced = new ShadowOutcome();
    final ShadowOutcome candidate = new ShadowOutcome();
  }

  /**
   * Creates a comparison for a file without rules that an operator has switched on.
   *
   * @param live the engine that decides the real requests
   * @param enforced the engine to compare with, over its own store; null for the live engine
   * @param candidate the engine of the candidate, over its own store
   * @param ledger where requests are counted; a comparison of the same rules continues its ledger
   */
  public Comparison(
      Engine live,
      @Nullable Engine enforced,
      Engine candidate,
      ComparisonLedger ledger,
      DivergenceListener listener,
      Ticker ticker) {
    this(live, enforced, candidate, ledger, listener, ticker, Set.of());
  }

  /**
   * Creates a comparison.
   *
   * @param switchedOn rules that an operator enforces although the file does not: a request that
   *     one of them may have rejected is excluded
   */
  public Comparison(
      Engine live,
      @Nullable Engine enforced,
      Engine candidate,
      ComparisonLedger ledger,
      DivergenceListener listener,
      Ticker ticker,
      Set<String> switchedOn) {
    this.enforced =
        new ComparedSide(
            enforced == null ? live : enforced, /* isLive= */ enforced == null, ledger.rows());
    this.candidate = new ComparedSide(candidate, /* isLive= */ false, ledger.rows());
    this.ledger = ledger;
    this.listener = listener;
    this.ticker = ticker;
    liveHasOtherClock = live.store().keepsOwnTime();
    this.switchedOn = switchedOn;
  }

  /** True if a side sheds load, so that the requests in flight must be counted. */
  public boolean sheds() {
    return candidate.engine().shedsLoad() || enforced.engine().shedsLoad();
  }

  /** The engines that decide in shadow only. */
  public List<Engine> engines() {
    return enforced.isLive()
        ? List.of(candidate.engine())
        : List.of(enforced.engine(), candidate.engine());
  }

  ComparedSide enforced() {
    return enforced;
  }

  ComparedSide candidate() {
    return candidate;
  }

  public ComparisonLedger ledger() {
    return ledger;
  }

  /**
   * Lets the sides in shadow decide a request after the live engine, and compares them. If the
   * store of a side in shadow replies later, the comparison is made then; the request does not
   * wait.
   *
   * @param live the decision of the live engine
   * @param inFlight how many requests are in flight
   * @return the comparison to resume or end with the request; null if it is complete
   */
  public @Nullable PendingComparison decideAndCompare(Call call, Decision live, int inFlight) {
    if (!switchedOn.isEmpty() && live.isRejected() && isExcluded(live)) {
      ledger.countExcluded();
      return null;
    }
    long asOf = instantOf(live);
    Decision byEnforced =
        enforced.isLive() ? live : enforced.engine().decideAfter(live, asOf, call, inFlight);
    Decision byCandidate = candidate.engine().decideAfter(live, asOf, call, inFlight);
    if (byEnforced.isPending() || byCandidate.isPending()) {
      PendingComparison pending = new PendingComparison(/* comparison= */ this, orNow(asOf));
      pending.start(call, byEnforced, byCandidate, /* isCounted= */ false);
      return endIfRejected(pending, live);
    }
    boolean useInstant = asOf != Claims.NOW || candidate.keepsOwnTime();
    long atMicros = orNow(useInstant ? asOf : byCandidate.decidedAtMicros());
    boolean isOpen = byEnforced.isOpen() || byCandidate.isOpen();
    if (!isOpen) {
      compare(call, atMicros, byEnforced, byCandidate);
    }
    if (!isOpen && !enforced.needsEndOf(byEnforced) && !candidate.needsEndOf(byCandidate)) {
      return null;
    }
    PendingComparison pending = new PendingComparison(/* comparison= */ this, atMicros);
    pending.start(call, byEnforced, byCandidate, /* isCounted= */ !isOpen);
    return endIfRejected(pending, live);
  }

  /** A request that the live engine rejects ends here, so its caller has nothing to keep. */
  private static @Nullable PendingComparison endIfRejected(
      PendingComparison pending, Decision live) {
    if (live.isRejected()) {
      pending.endRejected();
      return null;
    }
    return pending;
  }

  /** True if a rule that was switched on applies to a rejected request. */
  private boolean isExcluded(Decision live) {
    Rule deniedBy = live.deniedBy();
    boolean isSwitchedOn = deniedBy != null && switchedOn.contains(deniedBy.name());
    for (int i = 0; !isSwitchedOn && i < live.quotas(); i++) {
      isSwitchedOn = switchedOn.contains(live.rule(i).name());
    }
    return isSwitchedOn;
  }

  /** The instant for the sides in shadow to decide as of; {@link Claims#NOW} if clocks differ. */
  long instantOf(@Nullable Decision live) {
    return live == null || liveHasOtherClock ? Claims.NOW : live.decidedAtMicros();
  }

  private long orNow(long atMicros) {
    return atMicros == Claims.NOW ? ticker.micros() : atMicros;
  }

  /** Compares and counts a request that both sides have decided completely. */
  public void compare(Call call, long atMicros, Decision byEnforced, Decision byCandidate) {
    if (!byEnforced.isRejected() && !byCandidate.isRejected()) {
      ledger.countAdmitted(atMicros, byEnforced, enforced.rows(), byCandidate, candidate.rows());
      return;
    }
    OutcomePair pair = outcomes.get();
    pair.enforced.set(enforced, byEnforced);
    pair.candidate.set(candidate, byCandidate);
    if (pair.enforced.rejects() != pair.candidate.rejects()) {
      pair.enforced.explain(
          enforced, byEnforced, quota -> enforced.describeKey(byEnforced, quota, call));
      pair.candidate.explain(
          candidate, byCandidate, quota -> candidate.describeKey(byCandidate, quota, call));
    }
    count(atMicros, pair.enforced, pair.candidate);
  }

  /** Counts the outcomes of a request, and reports them if they diverge. */
  void count(long atMicros, ShadowOutcome byEnforced, ShadowOutcome byCandidate) {
    ComparisonOutcome outcome = ledger.count(atMicros, byEnforced, byCandidate);
    if (outcome.diverges()) {
      listener.diverged(ledger, outcome, atMicros, byEnforced, byCandidate);
    }
  }
}
