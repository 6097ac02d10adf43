package dev.penstock.store.redis.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A script call that records its outcome, how often it was completed, and how long that took. */
public final class RecordingCall extends ScriptCall {
  public static final LuaScript ECHO = new LuaScript("return {ARGV[1]}");

  private final LuaScript script;
  private final List<byte[]> keys;
  private final List<byte[]> arguments;
  private final CountDownLatch completed = new CountDownLatch(1);
  private final AtomicInteger completions = new AtomicInteger();
  private final long createdNanos = System.nanoTime();
  private volatile long tookNanos;
  private volatile String outcome = "not completed";

  public RecordingCall(LuaScript script, String key, String... arguments) {
    this.script = script;
    keys = List.of(bytes(key));
    this.arguments = Stream.of(arguments).map(RecordingCall::bytes).toList();
  }

  @Override
  public LuaScript script() {
    return script;
  }

  @Override
  public List<byte[]> keys() {
    return keys;
  }

  @Override
  public List<byte[]> arguments() {
    return arguments;
  }

  /** Accepts every array, because test scripts return all kinds of values. */
  @Override
  public boolean matches(List<?> reply) {
    return true;
  }

  @Override
  public String expected() {
    return "an array";
  }

  /** A call of a script that returns its argument. */
  public static RecordingCall echo(String argument) {
    return new RecordingCall(ECHO, "key", argument);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Sends this call and waits for its outcome. */
  public RecordingCall sentTo(RedisClient redis) {
    redis.sendAndWait(this);
    return this;
  }

  @Override
  public boolean complete(@Nullable List<Object> reply) {
    outcome = reply == null ? String.valueOf(noReplyReason()) : describe(reply);
    completions.incrementAndGet();
    tookNanos = System.nanoTime() - createdNanos;
    completed.countDown();
    return super.complete(reply);
  }

  private static String describe(List<Object> reply) {
    return reply.stream()
        .map(
            part ->
                part instanceof byte[] text ? new String(text, StandardCharsets.UTF_8) : "" + part)
        .toList()
        .toString();
  }

  /** The reply, or the reason why there is none. Does not wait. */
  public String outcome() {
    return outcome;
  }

  public int completions() {
    return completions.get();
  }

  long tookMillis() {
    return TimeUnit.NANOSECONDS.toMillis(tookNanos);
  }

  /** Waits for the reply, or for the reason why there is none. */
  public String awaitOutcome() throws InterruptedException {
    return completed.await(30, TimeUnit.SECONDS) ? outcome : "not completed within 30 s";
  }
}
