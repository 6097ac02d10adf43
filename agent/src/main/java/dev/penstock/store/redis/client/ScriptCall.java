package dev.penstock.store.redis.client;

import java.util.List;

/** One run of a Lua script with its keys and arguments, and the callbacks for its result. */
public abstract class ScriptCall {
  private final LuaScript script;
  private final List<byte[]> keys;
  private final List<byte[]> arguments;
  private final ReplyShape shape;

  /**
   * @param keys at least one; in one hash slot, unless {@link RedisClient#takesAnyKeys}
   * @param shape the replies that the script can return
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
   * Called once with the reply: integers as {@link Long}, everything else as bytes. The reply
   * matches the shape. Must return quickly, because the calling thread serves other calls.
   */
  public abstract void onReply(List<Object> reply);

  /** Called once instead, if there is no reply. Must return quickly. */
  public abstract void onNoReply(NoReplyReason why);
}
