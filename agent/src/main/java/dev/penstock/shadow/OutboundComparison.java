package dev.penstock.shadow;

import dev.penstock.http.Call;
import dev.penstock.http.OutboundPermit;
import dev.penstock.outbound.CallComparison;
import dev.penstock.outbound.PacedCall;
import dev.penstock.outbound.Pacer;
import dev.penstock.rules.Rule;
import dev.penstock.store.Ticker;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares how the enforced rules and a candidate pace every outbound call. */
public final class OutboundComparison implements CallComparison {
  /*
   * The candidate has its own pacer with its own budgets, queues and learned limits. A copy of
   * every call goes through it, and the call itself does not wait for the copy. The time until the
   * pacer of the candidate admits the copy, possibly seconds after the call, is how long it would
   * have held the call.
   *
   * Calls without a rule on either side are neither copied nor counted.
   *
   * Divergences are listed by host, because a host is what would receive fewer or more calls.
   */
  private final Pacer candidate;
  private final @Nullable Pacer enforced;
  private final ComparisonLedger ledger;
  private final DivergenceListener listener;
  private final Ticker ticker;
  private final Set<String> switchedOn;

  /**
   * Creates a comparison for a file without rules that an operator has switched on.
   *
   * @param enforced the pacer to compare with; null for the live one
   * @param candidate the pacer of the candidate
   */
  public OutboundComparison(
      @Nullable Pacer enforced,
      Pacer candidate,
      ComparisonLedger ledger,
      DivergenceListener listener,
      Ticker ticker) {
    this(enforced, candidate, ledger, listener, ticker, Set.of());
  }

  /**
   * Creates a comparison.
   *
   * @param switchedOn rules that an operator enforces although the file does not: calls to which
   *     one of them applies are excluded
   */
  public OutboundComparison(
      @Nullable Pacer enforced,
      Pacer candidate,
      ComparisonLedger ledger,
      DivergenceListener listener,
      Ticker ticker,
      Set<String> switchedOn) {
    this.switchedOn = switchedOn;
    this.enforced = enforced;
    this.candidate = candidate;
    this.ledger = ledger;
    this.listener = listener;
    this.ticker = ticker;
  }

  public ComparisonLedger ledger() {
    return ledger;
  }

  /** True if a side counts retries, so that each request on the wire must be reported. */
  public boolean countsRetries() {
    return candidate.countsRetries() || (enforced != null && enforced.countsRetries());
  }

  @Override
  public @Nullable OutboundPermit start(Call call, boolean isRetry, @Nullable PacedCall live) {
    if (live != null && !switchedOn.isEmpty() && isExcluded(live)) {
      ledger.countExcluded();
      return null;
    }
    PacedCall enforcedCopy = enforced == null ? null : enforced.schedule(call, isRetry);
    PacedCall candidateCopy = candidate.schedule(call, isRetry);
    if (live == null && enforcedCopy == null && candidateCopy == null) {
      return null;
    }
    PacedCall byEnforced = enforced == null ? live : enforcedCopy;
    ShadowCall shadowCall =
        new ShadowCall(/* comparison= */ this, call.host(), live, byEnforced, candidateCopy);
    shadowCall.start();
    return live == null ? shadowCall : null;
  }

  private boolean isExcluded(PacedCall live) {
    for (Rule rule : live.rules()) {
      if (switchedOn.contains(rule.name())) {
        return true;
      }
    }
    return false;
  }

  long nowMicros() {
    return ticker.micros();
  }

  /** Counts the outcomes of a call, and reports them if they diverge. */
  void count(long atMicros, ShadowOutcome byEnforced, ShadowOutcome byCandidate) {
    ComparisonOutcome outcome = ledger.count(atMicros, byEnforced, byCandidate);
    if (outcome.diverges()) {
      listener.diverged(ledger, outcome, atMicros, byEnforced, byCandidate);
    }
  }
}
