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

/** Lets a candidate pace every call that goes out, on paper, beside the rules in force. */
public final class OutboundComparison implements CallComparison {
  /*
   * The candidate has a pacer of its own, with its own budgets, queues and lessons, and every call
   * goes through it as well; but nobody waits for what it says. When it lets its copy of the call go,
   * be it seconds after the call itself went, that is how long it would have held it.
   *
   * Calls that no rule of either side is for are left alone, and not counted.
   *
   * Whose calls diverge is told by host: that is who would get fewer calls, or more.
   */
  private final Pacer candidate;
  private final @Nullable Pacer old;
  private final ComparisonLedger ledger;
  private final DivergenceListener listener;
  private final Ticker ticker;
  private final Set<String> switchedOn;

  /**
   * @param old what to compare with; null for what is in force
   * @param candidate what may take its place
   */
  public OutboundComparison(
      @Nullable Pacer old,
      Pacer candidate,
      ComparisonLedger ledger,
      DivergenceListener listener,
      Ticker ticker) {
    this(old, candidate, ledger, listener, ticker, Set.of());
  }

  /**
   * @param switchedOn rules that the file does not enforce and an operator does: calls that they
   *     are for are left out
   */
  public OutboundComparison(
      @Nullable Pacer old,
      Pacer candidate,
      ComparisonLedger ledger,
      DivergenceListener listener,
      Ticker ticker,
      Set<String> switchedOn) {
    this.switchedOn = switchedOn;
    this.old = old;
    this.candidate = candidate;
    this.ledger = ledger;
    this.listener = listener;
    this.ticker = ticker;
  }

  public ComparisonLedger ledger() {
    return ledger;
  }

  /** True if somebody has to tell of each request that a call makes on the wire. */
  public boolean countsRetries() {
    return candidate.countsRetries() || (old != null && old.countsRetries());
  }

  @Override
  public @Nullable OutboundPermit start(Call call, boolean isRetry, @Nullable PacedCall inForce) {
    if (inForce != null && !switchedOn.isEmpty() && isLeftOut(inForce)) {
      ledger.countExcluded();
      return null;
    }
    PacedCall then = old == null ? null : old.schedule(call, isRetry);
    PacedCall next = candidate.schedule(call, isRetry);
    if (inForce == null && then == null && next == null) {
      return null;
    }
    ShadowCall rehearsal =
        new ShadowCall(/* comparison= */ this, call.host(), inForce, old == null, then, next);
    rehearsal.start();
    return inForce == null ? rehearsal : null;
  }

  private boolean isLeftOut(PacedCall inForce) {
    for (Rule rule : inForce.rules()) {
      if (switchedOn.contains(rule.name())) {
        return true;
      }
    }
    return false;
  }

  long nowMicros() {
    return ticker.micros();
  }

  /** Counts a call that both have decided, and tells of it if they differ. */
  void compare(long at, ShadowOutcome then, ShadowOutcome next) {
    ComparisonOutcome outcome = ledger.count(at, then, next);
    if (outcome.diverges()) {
      listener.diverged(ledger, outcome, at, then, next);
    }
  }
}
