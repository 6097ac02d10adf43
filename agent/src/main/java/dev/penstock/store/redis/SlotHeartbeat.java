package dev.penstock.store.redis;

import dev.penstock.limit.Concurrency;
import dev.penstock.store.redis.client.NoReplyReason;
import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.client.ScriptCall;
import dev.penstock.store.redis.script.HeartbeatCall;
import dev.penstock.store.redis.script.InstanceId;
import dev.penstock.store.redis.script.ScriptInvocation;
import java.util.List;

/** Tells Redis, now and then, how many slots this JVM holds. */
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
        // A reload has made something else of it; what is still held runs out by itself.
        continue;
      }
      HeartbeatCall heartbeat = new HeartbeatCall(member);
      heartbeat.holds(terms.scripted(), terms.keys().of(key.high(), key.low()), held.slots());
      redis.ask(new Told(heartbeat));
    }
  }

  /** What is not heard now is said again the next time. */
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
