package dev.penstock.shared;

import dev.penstock.limit.Concurrency;
import dev.penstock.redis.Question;
import dev.penstock.redis.Redis;
import dev.penstock.redis.Silence;
import dev.penstock.twin.Heartbeat;
import dev.penstock.twin.Inquiry;
import dev.penstock.twin.Member;
import java.util.List;

/** Tells Redis, now and then, how many slots this JVM holds. */
final class SignOfLife {
  private final Redis redis;
  private final Member member;
  private final Slots slots;

  SignOfLife(Redis redis, Member member, Slots slots) {
    this.redis = redis;
    this.member = member;
    this.slots = slots;
  }

  void give() {
    for (Slots.Held held : slots.heldNow()) {
      Slots.Key key = held.key();
      SharedBudget.Terms terms = key.budget().terms();
      if (!(terms.limit() instanceof Concurrency)) {
        // A reload has made something else of it; what is still held runs out by itself.
        continue;
      }
      Heartbeat heartbeat = new Heartbeat(member);
      heartbeat.holds(terms.twin(), terms.keys().of(key.high(), key.low()), held.slots());
      redis.ask(new Told(heartbeat));
    }
  }

  /** What is not heard now is said again the next time. */
  private static final class Told extends Question {
    Told(Inquiry inquiry) {
      super(inquiry.script(), inquiry.keys(), inquiry.arguments(), inquiry);
    }

    @Override
    protected void answered(List<Object> reply) {}

    @Override
    protected void unanswered(Silence why) {}
  }
}
