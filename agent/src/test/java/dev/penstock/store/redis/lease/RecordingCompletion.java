package dev.penstock.store.redis.lease;

import dev.penstock.thread.Completion;
import org.jspecify.annotations.Nullable;

/** Records the outcomes with which it is completed. */
final class RecordingCompletion extends Completion<LoanOutcome> {
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
