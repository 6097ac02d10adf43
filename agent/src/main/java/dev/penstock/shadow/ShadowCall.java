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

/** One call that goes out, and its copies in shadow: compared when all of them are decided. */
final class ShadowCall implements DecisionListener, OutboundPermit {
  private final OutboundComparison comparison;
  private final String host;
  private final @Nullable PacedCall inForce;

  /** What the call is compared with: itself, or its copy; null if nothing paces it. */
  private final @Nullable PacedCall old;

  private final @Nullable PacedCall next;
  private final List<ShadowCopy> copies = new ArrayList<>();
  private final long startedMicros;
  private boolean compared;

  ShadowCall(
      OutboundComparison comparison,
      String host,
      @Nullable PacedCall inForce,
      boolean comparesInForce,
      @Nullable PacedCall then,
      @Nullable PacedCall next) {
    this.comparison = comparison;
    this.host = host;
    this.inForce = inForce;
    this.next = next;
    old = comparesInForce ? inForce : then;
    startedMicros = comparison.nowMicros();
    copy(then);
    copy(next);
  }

  private void copy(@Nullable PacedCall paced) {
    if (paced != null) {
      copies.add(new ShadowCopy(paced));
    }
  }

  void start() {
    for (ShadowCopy copy : copies) {
      copy.paced().whenDecided(() -> left(copy), why -> compareIfDecided());
    }
    if (inForce != null) {
      inForce.listen(this);
    }
  }

  private void left(ShadowCopy copy) {
    copy.left();
    compareIfDecided();
  }

  @Override
  public void decided() {
    PacedCall call = inForce;
    if (call != null && !call.isSent()) {
      // It is never sent, so its copies have nothing to wait for when they have left.
      close();
      if (call.rejection() == null) {
        copies.forEach(copy -> copy.paced().cancel());
      }
    }
    compareIfDecided();
  }

  @Override
  public void responded(OutboundResponse answer) {
    copies.forEach(copy -> copy.answered(answer));
  }

  @Override
  public void close() {
    long now = comparison.nowMicros();
    long went = inForce == null || !inForce.isSent() ? startedMicros : inForce.decidedMicros();
    long took = inForce != null && !inForce.isSent() ? 0 : Math.max(0, now - went);
    copies.forEach(copy -> copy.over(took, now));
  }

  private synchronized void compareIfDecided() {
    if (compared || !isDecided(inForce) || !isDecided(old) || !isDecided(next)) {
      return;
    }
    compared = true;
    if (isGivenUp(inForce) || isGivenUp(old) || isGivenUp(next)) {
      comparison.ledger().countUnjudged(startedMicros);
    } else {
      comparison.compare(startedMicros, ruling(old), ruling(next));
    }
  }

  private static boolean isDecided(@Nullable PacedCall call) {
    return call == null || call.isDecided();
  }

  private static boolean isGivenUp(@Nullable PacedCall call) {
    return call != null && !call.isSent() && call.rejection() == null;
  }

  private ShadowOutcome ruling(@Nullable PacedCall call) {
    ShadowOutcome ruling = new ShadowOutcome();
    if (call == null) {
      return ruling;
    }
    ComparedRows rows = comparison.ledger().rows();
    IOException why = call.rejection();
    String refusing = why instanceof OutboundLimitException limit ? limit.rule() : "";
    ruling.start(why != null);
    for (Rule rule : call.rules()) {
      ruling.add(rows.row(rule.name()), why != null && rule.name().equals(refusing));
    }
    if (why instanceof OutboundLimitException limit) {
      ruling.explain(rows.row(refusing), "host=" + host, limit.waitMicros());
    } else {
      ruling.held(call.heldMicros());
    }
    return ruling;
  }

  @Override
  public void whenDecided(Runnable start, Consumer<IOException> refused) {
    start.run();
  }

  /** Nothing holds the call but the caller itself. */
  @Override
  public void cancel() {}
}
