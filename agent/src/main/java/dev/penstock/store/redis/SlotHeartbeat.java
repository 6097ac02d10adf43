package dev.penstock.store.redis;

import dev.penstock.limit.Concurrency;
import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.script.HeartbeatCall;
import dev.penstock.store.redis.script.InstanceId;

/** Reports to Redis how many concurrency slots this JVM holds. */
final class SlotHeartbeat {
  private final RedisClient redis;
  private final InstanceId instance;
  private final SharedSlots slots;

  SlotHeartbeat(RedisClient redis, InstanceId instance, SharedSlots slots) {
    this.redis = redis;
    this.instance = instance;
    this.slots = slots;
  }

  void send() {
    for (SharedSlots.Held held : slots.heldNow()) {
      SharedSlots.Key key = held.key();
      RedisBudget.Terms terms = key.budget().terms();
      if (!(terms.limit() instanceof Concurrency)) {
        // A reload has changed the limit to another kind. The slots in Redis expire by themselves.
        continue;
      }
      HeartbeatCall heartbeat = new HeartbeatCall(instance);
      heartbeat.holds(terms.scripted(), terms.keys().keyOf(key.high(), key.low()), held.slots());
      // A lost heartbeat does no harm, because the next one reports the same.
      redis.send(heartbeat);
    }
  }
}
