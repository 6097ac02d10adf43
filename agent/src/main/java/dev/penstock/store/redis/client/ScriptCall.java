package dev.penstock.store.redis.client;

import dev.penstock.thread.Completion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a Lua script with its keys and arguments, and its result: the reply, or no reply.
 *
 * <p>A reply has integers as {@link Long} and everything else as bytes. Listeners must return
 * quickly, because the thread that completes the call serves other calls.
 */
public abstract class ScriptCall extends Completion<List<Object>> {
  private volatile @Nullable NoReplyReason noReplyReason;

  public abstract LuaScript script();

  /** At least one key; in one hash slot, unless {@link RedisClient#takesAnyKeys}. */
  public abstract List<byte[]> keys();

  public abstract List<byte[]> arguments();

  /**
   * True if the script can return this reply: it has the right parts, and every number is in range.
   * Any other reply means that the server, or a proxy, is broken, and counts as a failure like an
   * error reply.
   */
  public abstract boolean matches(List<?> reply);

  /** The valid replies in words, for a log line that starts with "expected". */
  public abstract String expected();

  /** Completes this without a reply. */
  public final void fail(NoReplyReason reason) {
    noReplyReason = reason;
    complete(/* result= */ null);
  }

  /** Why there is no reply; null if there is one, or if this is not complete. */
  public final @Nullable NoReplyReason noReplyReason() {
    return noReplyReason;
  }
}
