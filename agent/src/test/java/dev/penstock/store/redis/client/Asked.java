package dev.penstock.store.redis.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A question that remembers what it was told, how often, and how long that took. */
public final class Asked extends ScriptCall {
  public static final LuaScript ECHO = new LuaScript("return {ARGV[1]}");

  private final CountDownLatch told = new CountDownLatch(1);
  private final AtomicInteger times = new AtomicInteger();
  private final long madeNanos = System.nanoTime();
  private volatile long tookNanos;
  private volatile String outcome = "not told";

  public Asked(LuaScript script, String key, String... arguments) {
    super(
        script,
        List.of(bytes(key)),
        Stream.of(arguments).map(Asked::bytes).toList(),
        new AnyArray());
  }

  /** For scripts of tests, which return all kinds of things. */
  public record AnyArray() implements ReplyShape {
    @Override
    public boolean matches(List<?> reply) {
      return true;
    }

    @Override
    public String expected() {
      return "an array";
    }
  }

  /** Asks for its own argument back. */
  public static Asked echo(String argument) {
    return new Asked(ECHO, "key", argument);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public Asked askedOf(RedisClient redis) {
    redis.sendAndWait(this);
    return this;
  }

  @Override
  public void onReply(List<Object> reply) {
    tell(
        reply.stream()
            .map(
                part ->
                    part instanceof byte[] text
                        ? new String(text, StandardCharsets.UTF_8)
                        : "" + part)
            .toList()
            .toString());
  }

  @Override
  public void onNoReply(NoReplyReason why) {
    tell(why.toString());
  }

  private void tell(String what) {
    outcome = what;
    times.incrementAndGet();
    tookNanos = System.nanoTime() - madeNanos;
    told.countDown();
  }

  /** The reply, or why there is none; without waiting. */
  public String outcome() {
    return outcome;
  }

  public int times() {
    return times.get();
  }

  long tookMillis() {
    return TimeUnit.NANOSECONDS.toMillis(tookNanos);
  }

  /** The reply, or why there is none, as soon as there is one of both. */
  public String awaited() throws InterruptedException {
    return told.await(30, TimeUnit.SECONDS) ? outcome : "never told";
  }
}
