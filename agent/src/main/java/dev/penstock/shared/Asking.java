package dev.penstock.shared;

import dev.penstock.redis.Question;
import dev.penstock.redis.Silence;
import dev.penstock.twin.Inquiry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A question that the claims of one call wait for. */
final class Asking extends Question {
  final Signal signal = new Signal();
  private volatile @Nullable List<Object> reply;

  Asking(Inquiry inquiry) {
    super(inquiry.script(), inquiry.keys(), inquiry.arguments(), inquiry);
  }

  /** What Redis has answered; null if it has not. */
  @Nullable List<Object> reply() {
    return reply;
  }

  @Override
  protected void answered(List<Object> newReply) {
    reply = newReply;
    signal.tell();
  }

  @Override
  protected void unanswered(Silence why) {
    signal.tell();
  }
}
