package dev.penstock.store.redis;

import dev.penstock.limit.Concurrency;
import dev.penstock.store.redis.client.NoReplyReason;
import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.client.ScriptCall;
import dev.penstock.store.redis.script.HeartbeatCall;
import dev.penstock.store.redis.script.InstanceId;
import dev.penstock.store.redis.script.ScriptInvocation;
import java.util.List;

/** Reports to Redis how many concurrency slots this JVM holds. */
final class SlotHeartbeat {
  private final RedisClient redis;
  private final InstanceId member;
  private final SharedSlots slots;

  SlotHeartbeat(RedisClient redis, InstanceId member, SharedSlots slots) {
    this.redis = redis;
    this.member = member;
    this.slots = slots;
  }

  void give() {
    for (SharedSlots.Held held : slots.heldNow()) {
      SharedSlots.Key key = held.key();
      RedisBudget.Terms terms = key.budget().terms();
      if (!(terms.limit() instanceof Concurrency)) {
        // A reload has changed the limit to another kind. The slots in Redis expire by themselves.
        continue;
      }
      HeartbeatCall heartbeat = new HeartbeatCall(member);
      heartbeat.holds(terms.scripted(), terms.keys().of(key.high(), key.low()), held.slots());
      redis.ask(new Told(heartbeat));
    }
  }

  /** A lost heartbeat does no harm, because the next one reports the same. */
  private static final class Told extends ScriptCall {
    Told(ScriptInvocation inquiry) {
      super(inquiry.script(), inquiry.keys(), inquiry.arguments(), inquiry);
    }

    @Override
    public void answered(List<Object> reply) {}

    @Override
    public void unanswered(NoReplyReason why) {}
  }
}
