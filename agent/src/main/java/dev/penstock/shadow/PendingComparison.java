package dev.penstock.shadow;

import dev.penstock.engine.Decision;
import dev.penstock.http.Call;
import org.jspecify.annotations.Nullable;

/**
 * A request that cannot be compared yet, or whose end a side in shadow needs. The handlers resume
 * it at each milestone of the request and end it with the request.
 */
public final class PendingComparison {
  /*
   * If the store of a side in shadow replies later, the thread of the store continues here, and the
   * request does not wait. If the request has passed a milestone before the reply, the side has
   * missed that milestone. If it was the last chance to decide the whole request, the request
   * counts as not compared.
   */
  /** The status that a side in shadow sees for a request which the live engine rejects. */
  static final int REJECTED_STATUS = 429;

  private final Comparison comparison;
  private final long atMicros;
  private final PendingSide enforced;
  private final PendingSide candidate;
  private boolean counted;
  private boolean ended;
  private boolean missedMilestone;

  PendingComparison(Comparison comparison, long atMicros) {
    this.comparison = comparison;
    this.atMicros = atMicros;
    enforced = new PendingSide(comparison.enforced());
    candidate = new PendingSide(comparison.candidate());
  }

  /**
   * Starts with the first decisions.
   *
   * @param isCounted true if the request is compared already and only its end is needed
   */
  synchronized void start(Call call, Decision byEnforced, Decision byCandidate, boolean isCounted) {
    counted = isCounted;
    enforced.accept(call, byEnforced);
    candidate.accept(call, byCandidate);
    awaitReply(enforced);
    awaitReply(candidate);
    countIfDecided();
  }

  private void awaitReply(PendingSide side) {
    Decision pending = side.pending();
    if (pending != null) {
      pending.whenDecided(() -> onReply(side));
    }
  }

  private synchronized void onReply(PendingSide side) {
    side.onReply();
    countIfDecided();
  }

  /** True if a side has rules, as far as is known, that decide at a later milestone. */
  public synchronized boolean isOpen() {
    return !counted && (enforced.mayBeOpen() || candidate.mayBeOpen());
  }

  /**
   * Continues at a later milestone of the request, after the live engine.
   *
   * @param live the decision of the live engine at this milestone; null if all its rules had
   *     decided
   */
  public synchronized void resume(Call call, @Nullable Decision live) {
    if (!isOpen()) {
      return;
    }
    missedMilestone = false;
    long asOf = comparison.instantOf(live);
    resume(enforced, call, asOf);
    resume(candidate, call, asOf);
    countIfDecided();
    if (live != null && live.isRejected()) {
      endRejected();
    }
  }

  private void resume(PendingSide side, Call call, long asOfMicros) {
    if (side.pending() != null) {
      missedMilestone |= side.mayBeOpen();
    } else if (side.isOpen()) {
      side.resume(call, asOfMicros);
      awaitReply(side);
    }
  }

  /** Ends a request that the live engine has rejected: it reaches no further milestone. */
  synchronized void endRejected() {
    missedMilestone = true;
    end(REJECTED_STATUS);
  }

  /** Ends the request with the status of its response. */
  public synchronized void end(int status) {
    ended = true;
    countIfDecided();
    enforced.end(status);
    candidate.end(status);
  }

  private void countIfDecided() {
    boolean isOpen = enforced.isOpen() || candidate.isOpen();
    boolean isPending = enforced.pending() != null || candidate.pending() != null;
    if (counted || isPending || (isOpen && !ended)) {
      return;
    }
    counted = true;
    if (isOpen && missedMilestone) {
      comparison.ledger().countNotCompared(atMicros);
    } else {
      // A side has not rejected a request at a milestone that the request never reached.
      comparison.count(atMicros, enforced.outcome(), candidate.outcome());
    }
  }
}
