package dev.penstock.store.redis;

import dev.penstock.store.redis.lease.LoanWaiter;
import org.jspecify.annotations.Nullable;

/** A call that waits for a loan. */
final class PendingLoanCall implements LoanWaiter {
  /** The result of the loan request. */
  enum Outcome {
    TRY_AGAIN,
    REFUSED,
    UNANSWERED
  }

  final OneShotSignal signal = new OneShotSignal();
  private volatile @Nullable Outcome outcome;
  private volatile long waitMicros;

  /** The result; {@code UNANSWERED} until there is one. */
  Outcome outcome() {
    Outcome known = outcome;
    return known == null ? Outcome.UNANSWERED : known;
  }

  long waitMicros() {
    return waitMicros;
  }

  @Override
  public void tryAgain() {
    tell(Outcome.TRY_AGAIN);
  }

  @Override
  public void rejected(long newWaitMicros) {
    waitMicros = newWaitMicros;
    tell(Outcome.REFUSED);
  }

  @Override
  public void noReply() {
    tell(Outcome.UNANSWERED);
  }

  private void tell(Outcome told) {
    outcome = told;
    signal.tell();
  }
}
