package dev.penstock.store.redis.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** A client whose scripts read the time from a clock of the test instead of the clock of Redis. */
public final class TestClockRedis implements RedisClient {
  private static final String SERVER_TIME = "redis.call('TIME')";

  private final RedisClient redis;
  private final LongSupplier clockMicros;
  private final Map<LuaScript, LuaScript> withTestTime = new ConcurrentHashMap<>();

  public TestClockRedis(RedisClient redis, LongSupplier clockMicros) {
    this.redis = redis;
    this.clockMicros = clockMicros;
  }

  @Override
  public void send(ScriptCall call) {
    redis.send(withTestTime(call));
  }

  @Override
  public void sendAndWait(ScriptCall call) {
    redis.sendAndWait(withTestTime(call));
  }

  /** The same call, with the time as its last argument. It completes the original call. */
  private ScriptCall withTestTime(ScriptCall call) {
    List<byte[]> arguments = new ArrayList<>(call.arguments());
    arguments.add(Long.toString(clockMicros.getAsLong()).getBytes(StandardCharsets.US_ASCII));
    LuaScript script = withTestTime.computeIfAbsent(call.script(), TestClockRedis::withTestTime);
    CallWithTestTime copy = new CallWithTestTime(call, script, arguments);
    copy.whenComplete(
        () -> {
          NoReplyReason reason = copy.noReplyReason();
          if (reason == null) {
            call.complete(copy.result());
          } else {
            call.fail(reason);
          }
        });
    return copy;
  }

  private static LuaScript withTestTime(LuaScript script) {
    String text = script.toString();
    if (!text.contains(SERVER_TIME)) {
      throw new AssertionError("this script does not read the time: " + text);
    }
    return new LuaScript(text.replace(SERVER_TIME, "{0, ARGV[#ARGV]}"));
  }

  @Override
  public void awaitCompletions() {
    redis.awaitCompletions();
  }

  @Override
  public boolean takesAnyKeys() {
    return redis.takesAnyKeys();
  }

  @Override
  public Health health() {
    return redis.health();
  }

  @Override
  public void close() {
    redis.close();
  }

  /** A call with another script and other arguments than the original call. */
  private static final class CallWithTestTime extends ScriptCall {
    private final ScriptCall call;
    private final LuaScript script;
    private final List<byte[]> arguments;

    CallWithTestTime(ScriptCall call, LuaScript script, List<byte[]> arguments) {
      this.call = call;
      this.script = script;
      this.arguments = arguments;
    }

    @Override
    public LuaScript script() {
      return script;
    }

    @Override
    public List<byte[]> keys() {
      return call.keys();
    }

    @Override
    public List<byte[]> arguments() {
      return arguments;
    }

    @Override
    public boolean matches(List<?> reply) {
      return call.matches(reply);
    }

    @Override
    public String expected() {
      return call.expected();
    }
  }
}
