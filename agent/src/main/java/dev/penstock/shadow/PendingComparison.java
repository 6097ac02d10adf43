package dev.penstock.shadow;

import dev.penstock.engine.Decision;
import dev.penstock.http.Call;
import org.jspecify.annotations.Nullable;

/** A call that cannot be compared yet, or that a side in shadow has to hear the end of. */
public final class PendingComparison {
  /*
   * A side in shadow that asks a store which takes its time is told by that store's thread, and the
   * call does not wait for it. If the call has come further by then, that side has not seen it there;
   * if that was its last chance to judge all of the call, the call is one that was not judged.
   */

  /** A call that the rules in force turn away is taken as answered with this. */
  static final int TURNED_AWAY = 429;

  private final Comparison comparison;
  private final long atMicros;
  private final PartialDecision old;
  private final PartialDecision next;
  private boolean counted;
  private boolean over;
  private boolean incomplete;

  PendingComparison(Comparison comparison, long atMicros) {
    this.comparison = comparison;
    this.atMicros = atMicros;
    old = new PartialDecision(comparison.old());
    next = new PartialDecision(comparison.next());
  }

  /** The first look; the call may be compared already. */
  synchronized void start(Call call, Decision then, Decision candidate, boolean alreadyCounted) {
    counted = alreadyCounted;
    old.take(call, then);
    next.take(call, candidate);
    expectAnswer(old);
    expectAnswer(next);
    countIfKnown();
  }

  private void expectAnswer(PartialDecision side) {
    Decision asked = side.asked();
    if (asked != null) {
      asked.whenDecided(() -> told(side));
    }
  }

  private synchronized void told(PartialDecision side) {
    side.told();
    countIfKnown();
  }

  /** True if a side can judge it only when it has come further, as far as is known. */
  public synchronized boolean isOpen() {
    return !counted && (old.mayBeOpen() || next.mayBeOpen());
  }

  /**
   * Judges it where it has come to, after the rules in force have.
   *
   * @param inForce what those made of it here; null if they had nothing left to judge
   */
  public synchronized void resume(Call call, @Nullable Decision inForce) {
    if (!isOpen()) {
      return;
    }
    incomplete = false;
    long at = comparison.instantOf(inForce);
    resume(old, call, at);
    resume(next, call, at);
    countIfKnown();
    if (inForce != null && inForce.isRejected()) {
      turnedAway();
    }
  }

  private void resume(PartialDecision side, Call call, long atMicros) {
    if (side.asked() != null) {
      incomplete |= side.mayBeOpen();
    } else if (side.isOpen()) {
      side.goOn(call, atMicros);
      expectAnswer(side);
    }
  }

  /** The rules in force have turned it away, so it will not come any further. */
  synchronized void turnedAway() {
    incomplete = true;
    end(TURNED_AWAY);
  }

  /** It has ended, with this status. */
  public synchronized void end(int status) {
    over = true;
    countIfKnown();
    old.end(status);
    next.end(status);
  }

  private void countIfKnown() {
    boolean open = old.isOpen() || next.isOpen();
    if (counted || old.asked() != null || next.asked() != null || (open && !over)) {
      return;
    }
    counted = true;
    if (open && incomplete) {
      comparison.ledger().countUnjudged(atMicros);
    } else {
      // What a side did not get to judge, it has not turned away.
      comparison.compare(atMicros, old.ruling(), next.ruling());
    }
  }
}
