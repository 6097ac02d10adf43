package dev.penstock.store.redis;

import dev.penstock.store.redis.client.NoReplyReason;
import dev.penstock.store.redis.client.ScriptCall;
import dev.penstock.store.redis.script.ScriptInvocation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A script call whose reply the claims of one call wait for. */
final class PendingScriptCall extends ScriptCall {
  final OneShotSignal signal = new OneShotSignal();
  private volatile @Nullable List<Object> reply;

  PendingScriptCall(ScriptInvocation invocation) {
    super(invocation.script(), invocation.keys(), invocation.arguments(), invocation);
  }

  /** The reply; null if there is none. */
  @Nullable List<Object> reply() {
    return reply;
  }

  @Override
  public void onReply(List<Object> newReply) {
    reply = newReply;
    signal.tell();
  }

  @Override
  public void onNoReply(NoReplyReason why) {
    signal.tell();
  }
}
