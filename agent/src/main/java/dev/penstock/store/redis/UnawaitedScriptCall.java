package dev.penstock.store.redis;

import dev.penstock.store.redis.client.NoReplyReason;
import dev.penstock.store.redis.client.ScriptCall;
import dev.penstock.store.redis.script.ScriptInvocation;
import java.util.List;

/** A script call whose reply is ignored. */
final class UnawaitedScriptCall extends ScriptCall {
  private final Runnable onNoReply;

  UnawaitedScriptCall(ScriptInvocation invocation, Runnable onNoReply) {
    super(invocation.script(), invocation.keys(), invocation.arguments(), invocation);
    this.onNoReply = onNoReply;
  }

  @Override
  public void onReply(List<Object> reply) {}

  @Override
  public void onNoReply(NoReplyReason reason) {
    onNoReply.run();
  }
}
