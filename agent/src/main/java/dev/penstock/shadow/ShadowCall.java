package dev.penstock.shadow;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import dev.penstock.outbound.DecisionListener;
import dev.penstock.outbound.OutboundLimitException;
import dev.penstock.outbound.PacedCall;
import dev.penstock.rules.Rule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An outbound call with its copies in shadow; compared when all of them are decided. */
final class ShadowCall implements DecisionListener, OutboundPermit {
  private final OutboundComparison comparison;
  private final String host;
  private final @Nullable PacedCall live;
  private final @Nullable PacedCall enforced;
  private final @Nullable PacedCall candidate;
  private final List<ShadowCopy> copies = new ArrayList<>();
  private final long startedMicros;
  private boolean counted;

  /**
   * Creates a comparison of one call.
   *
   * @param live the call itself; null if no enforced rule applies to it
   * @param enforced the call itself, or its copy in shadow; null if no rule of that side applies
   * @param candidate the copy that the candidate paces; null if none of its rules applies
   */
  ShadowCall(
      OutboundComparison comparison,
      String host,
      @Nullable PacedCall live,
      @Nullable PacedCall enforced,
      @Nullable PacedCall candidate) {
    this.comparison = comparison;
    this.host = host;
    this.live = live;
    this.enforced = enforced;
    this.candidate = candidate;
    startedMicros = comparison.nowMicros();
    if (enforced != null && !enforced.equals(live)) {
      copies.add(new ShadowCopy(enforced));
    }
    if (candidate != null) {
      copies.add(new ShadowCopy(candidate));
    }
  }

  void start() {
    for (ShadowCopy copy : copies) {
      copy.paced().whenDecided(() -> onSent(copy), why -> countIfDecided());
    }
    if (live != null) {
      live.listen(this);
    }
  }

  private void onSent(ShadowCopy copy) {
    copy.sent();
    countIfDecided();
  }

  @Override
  public void decided() {
    PacedCall call = live;
    if (call != null && !call.isSent()) {
      // The call is never sent, so its copies take no time.
      close();
      if (call.rejection() == null) {
        copies.forEach(copy -> copy.paced().cancel());
      }
    }
    countIfDecided();
  }

  @Override
  public void responded(OutboundResponse response) {
    copies.forEach(copy -> copy.responded(response));
  }

  @Override
  public void close() {
    long nowMicros = comparison.nowMicros();
    long sentMicros = live == null || !live.isSent() ? startedMicros : live.decidedMicros();
    long tookMicros = live != null && !live.isSent() ? 0 : Math.max(0, nowMicros - sentMicros);
    copies.forEach(copy -> copy.ended(tookMicros, nowMicros));
  }

  private synchronized void countIfDecided() {
    if (counted || !isDecided(live) || !isDecided(enforced) || !isDecided(candidate)) {
      return;
    }
    counted = true;
    if (isCancelled(live) || isCancelled(enforced) || isCancelled(candidate)) {
      comparison.ledger().countNotCompared(startedMicros);
    } else {
      comparison.count(startedMicros, outcomeOf(enforced), outcomeOf(candidate));
    }
  }

  private static boolean isDecided(@Nullable PacedCall call) {
    return call == null || call.isDecided();
  }

  private static boolean isCancelled(@Nullable PacedCall call) {
    return call != null && !call.isSent() && call.rejection() == null;
  }

  private ShadowOutcome outcomeOf(@Nullable PacedCall call) {
    ShadowOutcome outcome = new ShadowOutcome();
    if (call == null) {
      return outcome;
    }
    ComparedRows rows = comparison.ledger().rows();
    IOException why = call.rejection();
    String rejectedBy = why instanceof OutboundLimitException limit ? limit.rule() : "";
    outcome.start(why != null);
    for (Rule rule : call.rules()) {
      outcome.add(rows.row(rule.name()), why != null && rule.name().equals(rejectedBy));
    }
    if (why instanceof OutboundLimitException limit) {
      outcome.explainRejection(rows.row(rejectedBy), "host=" + host, limit.waitMicros());
    } else {
      outcome.held(call.heldMicros());
    }
    return outcome;
  }

  @Override
  public void whenDecided(Runnable start, Consumer<IOException> rejected) {
    start.run();
  }

  /** Does nothing: the call itself never waits for its copies. */
  @Override
  public void cancel() {}
}
