package dev.penstock.store.redis.lease;

/** Writes down what it is told. */
final class RecordingWaiter implements LoanWaiter {
  private final StringBuilder told = new StringBuilder();

  @Override
  public void tryAgain() {
    told.append("again ");
  }

  @Override
  public void rejected(long waitMicros) {
    told.append("refused:").append(waitMicros).append(' ');
  }

  @Override
  public void noReply() {
    told.append("unanswered ");
  }

  @Override
  public String toString() {
    return told.toString().strip();
  }
}
