package dev.penstock.store.redis;

import dev.penstock.store.redis.client.NoReplyReason;
import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.client.ScriptCall;
import dev.penstock.store.redis.script.InstanceId;
import dev.penstock.store.redis.script.RefundPart;
import dev.penstock.store.redis.script.RefundScriptCall;
import dev.penstock.store.redis.script.ScriptInvocation;
import dev.penstock.store.redis.script.ScriptedCharge;
import dev.penstock.store.redis.script.ScriptedLimit;
import java.util.List;

/** Gives back charges to Redis; nobody waits for that. */
final class RefundSender {
  /*
   * A refund that gets no answer is not sent again: it may have been done, and done twice it would
   * give back what others have spent. What was charged then counts until it runs out by itself, and
   * slots until this JVM says how many it holds.
   */
  private final RedisClient redis;
  private final InstanceId member;
  private final DecisionSourceCounts counts;

  RefundSender(RedisClient redis, InstanceId member, DecisionSourceCounts counts) {
    this.redis = redis;
    this.member = member;
    this.counts = counts;
  }

  void give(ScriptedCharge charge, RefundPart how) {
    RefundScriptCall refunds = new RefundScriptCall(member);
    refunds.giveBack(charge, how);
    redis.ask(new Return(refunds));
  }

  /** Forgets all that a key has spent. */
  void forget(ScriptedLimit scripted, byte[] key) {
    RefundScriptCall refunds = new RefundScriptCall(member);
    refunds.forget(scripted, key);
    redis.ask(new Return(refunds));
  }

  private final class Return extends ScriptCall {
    Return(ScriptInvocation inquiry) {
      super(inquiry.script(), inquiry.keys(), inquiry.arguments(), inquiry);
    }

    @Override
    public void answered(List<Object> reply) {}

    @Override
    public void unanswered(NoReplyReason why) {
      counts.lostRefund();
    }
  }
}
