package dev.penstock.shared;

import dev.penstock.redis.Question;
import dev.penstock.redis.Silence;
import dev.penstock.twin.Settlement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A question that the claims of one call wait for. */
final class Asking extends Question {
  final Signal signal = new Signal();
  private final Settlement settlement;
  private volatile @Nullable List<Object> reply;

  Asking(Settlement settlement) {
    super(settlement.script(), settlement.keys(), settlement.arguments());
    this.settlement = settlement;
  }

  Settlement settlement() {
    return settlement;
  }

  /** What Redis has answered; null if it has not. */
  Settlement.@Nullable Outcome outcome() {
    List<Object> told = reply;
    return told == null ? null : settlement.read(told);
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
