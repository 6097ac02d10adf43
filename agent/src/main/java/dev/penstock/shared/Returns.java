package dev.penstock.shared;

import dev.penstock.redis.Question;
import dev.penstock.redis.Redis;
import dev.penstock.redis.Silence;
import dev.penstock.twin.Charge;
import dev.penstock.twin.Inquiry;
import dev.penstock.twin.Member;
import dev.penstock.twin.Refunding;
import dev.penstock.twin.Refunds;
import dev.penstock.twin.Twin;
import java.util.List;

/** Gives back charges to Redis; nobody waits for that. */
final class Returns {
  /*
   * A refund that gets no answer is not sent again: it may have been done, and done twice it would
   * give back what others have spent. What was charged then counts until it runs out by itself, and
   * slots until this JVM says how many it holds.
   */
  private final Redis redis;
  private final Member member;
  private final Counts counts;

  Returns(Redis redis, Member member, Counts counts) {
    this.redis = redis;
    this.member = member;
    this.counts = counts;
  }

  void give(Charge charge, Refunding how) {
    Refunds refunds = new Refunds(member);
    refunds.giveBack(charge, how);
    redis.ask(new Return(refunds));
  }

  /** Forgets all that a key has spent. */
  void forget(Twin twin, byte[] key) {
    Refunds refunds = new Refunds(member);
    refunds.forget(twin, key);
    redis.ask(new Return(refunds));
  }

  private final class Return extends Question {
    Return(Inquiry inquiry) {
      super(inquiry.script(), inquiry.keys(), inquiry.arguments(), inquiry);
    }

    @Override
    protected void answered(List<Object> reply) {}

    @Override
    protected void unanswered(Silence why) {
      counts.lostRefund();
    }
  }
}
