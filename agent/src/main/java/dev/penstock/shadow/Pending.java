package dev.penstock.shadow;

import dev.penstock.call.Call;
import dev.penstock.engine.Decision;
import dev.penstock.engine.Stay;
import dev.penstock.store.Claims;
import org.jspecify.annotations.Nullable;

/** A call that cannot be compared yet, or that a side in shadow has to hear the end of. */
public final class Pending {
  /** A call that the rules in force turn away is taken as answered with this. */
  static final int TURNED_AWAY = 429;

  private final Comparison comparison;
  private final long atMicros;
  private final OneSide old;
  private final OneSide next;
  private boolean counted;

  Pending(Comparison comparison, long atMicros) {
    this.comparison = comparison;
    this.atMicros = atMicros;
    old = new OneSide(comparison.old());
    next = new OneSide(comparison.next());
  }

  /** The first look; the call may be compared already. */
  void start(Call call, Decision then, Decision candidate, boolean alreadyCounted) {
    counted = alreadyCounted;
    old.take(call, then);
    next.take(call, candidate);
  }

  /** True if a side can judge it only when it has come further. */
  public synchronized boolean isOpen() {
    return !counted && (old.open != null || next.open != null);
  }

  /**
   * Judges it where it has come to, after the rules in force have.
   *
   * @param inForce what those made of it here; null if they had nothing left to judge
   */
  public synchronized void goOn(Call call, @Nullable Decision inForce) {
    if (!isOpen()) {
      return;
    }
    long at = inForce == null ? Claims.NOW : inForce.madeAtMicros();
    old.goOn(call, at);
    next.goOn(call, at);
    if (!isOpen()) {
      count();
    }
    if (inForce != null && inForce.refuses()) {
      turnedAway();
    }
  }

  /** The rules in force have turned it away, so it will not come any further. */
  synchronized void turnedAway() {
    if (!counted) {
      counted = true;
      comparison.ledger().countUnjudged(atMicros);
    }
    endStays(TURNED_AWAY);
  }

  /** It has ended, with this status. */
  public synchronized void end(int status) {
    if (!counted) {
      // What a side did not get to judge, it has not turned away.
      count();
    }
    endStays(status);
  }

  private void count() {
    counted = true;
    comparison.compare(atMicros, old.ruling, next.ruling);
  }

  private void endStays(int status) {
    old.end(status);
    next.end(status);
  }

  /** What one side makes of the call, as far as it has come. */
  private static final class OneSide {
    private final Judge judge;
    private final Ruling ruling = new Ruling();
    private @Nullable Decision open;
    private @Nullable Stay stay;

    OneSide(Judge judge) {
      this.judge = judge;
    }

    /** Keeps what a decision says: it may be the next call's soon, unless it is open. */
    void take(Call call, Decision decision) {
      ruling.set(judge, decision);
      ruling.explain(judge, decision, call);
      stay = judge.stay(decision, stay);
      open = decision.isOpen() ? decision : null;
    }

    void goOn(Call call, long atMicros) {
      Decision decision = open;
      if (decision == null) {
        return;
      }
      if (!judge.isInForce()) {
        judge.engine().goOn(decision, call, atMicros);
        // What was charged before is given back by now if the call is turned away here.
        stay = decision.refuses() ? null : stay;
      }
      take(call, decision);
    }

    void end(int status) {
      Stay owed = stay;
      stay = null;
      if (owed != null) {
        owed.end(status);
      }
    }
  }
}
