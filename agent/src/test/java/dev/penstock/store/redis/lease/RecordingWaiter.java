package dev.penstock.store.redis.lease;

import dev.penstock.thread.Completion;
import org.jspecify.annotations.Nullable;

/** Records every outcome that it is completed with. */
final class RecordingWaiter extends Completion<LoanOutcome> {
  private final StringBuilder outcomes = new StringBuilder();

  @Override
  public boolean complete(@Nullable LoanOutcome outcome) {
    if (outcome == null) {
      outcomes.append("no reply ");
    } else if (outcome.isRejected()) {
      outcomes.append("rejected:").append(outcome.waitMicros()).append(' ');
    } else {
      outcomes.append("again ");
    }
    return true;
  }

  @Override
  public String toString() {
    return outcomes.toString().strip();
  }
}
