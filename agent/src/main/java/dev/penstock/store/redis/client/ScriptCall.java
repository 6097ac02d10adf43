package dev.penstock.store.redis.client;

import java.util.List;

/** A script to run with some keys and arguments, and who is told what came of it. */
public abstract class ScriptCall {
  private final LuaScript script;
  private final List<byte[]> keys;
  private final List<byte[]> arguments;
  private final ReplyShape shape;

  /**
   * @param keys at least one; of one slot, unless {@link RedisClient#takesAnyKeys}
   * @param shape the replies that the script can give
   */
  protected ScriptCall(
      LuaScript script, List<byte[]> keys, List<byte[]> arguments, ReplyShape shape) {
    this.script = script;
    this.keys = keys;
    this.arguments = arguments;
    this.shape = shape;
  }

  public final LuaScript script() {
    return script;
  }

  public final List<byte[]> keys() {
    return keys;
  }

  public final List<byte[]> arguments() {
    return arguments;
  }

  public final ReplyShape shape() {
    return shape;
  }

  /**
   * Told once what the script has returned: whole numbers as {@link Long}, all else as bytes. The
   * reply fits the shape. Others wait for the thread that tells it.
   */
  public abstract void answered(List<Object> reply);

  /** Told once, instead, that there is no answer. Others may wait for the thread that tells it. */
  public abstract void unanswered(NoReplyReason why);
}
