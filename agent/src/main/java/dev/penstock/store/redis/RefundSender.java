package dev.penstock.store.redis;

import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.script.InstanceId;
import dev.penstock.store.redis.script.RefundPart;
import dev.penstock.store.redis.script.RefundScriptCall;
import dev.penstock.store.redis.script.ScriptedCharge;
import dev.penstock.store.redis.script.ScriptedLimit;

/** Sends refunds to Redis without waiting for a reply. */
final class RefundSender {
  /*
   * A refund without a reply is not sent again: it may have been done, and a second one would
   * refund charges of other calls. The charge then counts until it expires, and a concurrency slot
   * until the next heartbeat.
   */
  private final RedisClient redis;
  private final InstanceId instance;
  private final DecisionSourceCounts counts;

  RefundSender(RedisClient redis, InstanceId instance, DecisionSourceCounts counts) {
    this.redis = redis;
    this.instance = instance;
    this.counts = counts;
  }

  void refund(ScriptedCharge charge, RefundPart part) {
    RefundScriptCall refunds = new RefundScriptCall(instance);
    refunds.refund(charge, part);
    send(refunds);
  }

  /** Forgets all that a key has spent. */
  void forget(ScriptedLimit scripted, byte[] key) {
    RefundScriptCall refunds = new RefundScriptCall(instance);
    refunds.forget(scripted, key);
    send(refunds);
  }

  private void send(RefundScriptCall refunds) {
    refunds.whenComplete(
        () -> {
          if (refunds.result() == null) {
            counts.lostRefund();
          }
        });
    redis.send(refunds);
  }
}
