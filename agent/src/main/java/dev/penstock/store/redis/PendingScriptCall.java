package dev.penstock.store.redis;

import dev.penstock.store.redis.client.NoReplyReason;
import dev.penstock.store.redis.client.ScriptCall;
import dev.penstock.store.redis.script.ScriptInvocation;
import dev.penstock.thread.Completion;
import java.util.List;

/** A script call whose reply is awaited; it completes without a result if there is no reply. */
final class PendingScriptCall extends ScriptCall {
  final Completion<List<Object>> reply = new Completion<>();

  PendingScriptCall(ScriptInvocation invocation) {
    super(invocation.script(), invocation.keys(), invocation.arguments(), invocation);
  }

  @Override
  public void onReply(List<Object> newReply) {
    reply.complete(newReply);
  }

  @Override
  public void onNoReply(NoReplyReason reason) {
    reply.complete(/* result= */ null);
  }
}
