package dev.penstock.store.redis.client;

import java.util.List;

/**
 * Runs Lua scripts in Redis for many threads at once, and completes each call before its deadline.
 */
public interface RedisClient extends AutoCloseable {
  /**
   * Sends a script call and returns without waiting. The call completes later on another thread, or
   * before this returns if Redis is unavailable.
   */
  void send(ScriptCall call);

  /** Sends a script call and waits until it is complete, with a reply or without. */
  void sendAndWait(ScriptCall call);

  /**
   * Like {@link #sendAndWait(ScriptCall)}, with an earlier deadline, for a decision that needs
   * several calls.
   *
   * @param deadlineNanos an instant of {@link System#nanoTime}
   */
  default void sendAndWait(ScriptCall call, long deadlineNanos) {
    sendAndWait(call);
  }

  /**
   * Waits until all calls that were sent without waiting are complete, and calls that these caused;
   * at most about two timeouts. A client that completes calls at once has nothing to wait for.
   */
  default void awaitCompletions() {}

  /**
   * True if one script may use any keys; false if its keys must share a hash slot, as in a cluster.
   */
  boolean takesAnyKeys();

  /** The state of the connection and its counters. */
  Health health();

  /** How long calls took that got a reply, measured from when they were sent. */
  default Latency latency() {
    return new Latency(List.of(), List.of(0L), /* sumMicros= */ 0);
  }

  /** Closes connections and ends threads; calls in flight complete in time. */
  @Override
  void close();

  /**
   * A latency histogram.
   *
   * @param boundsMicros the upper bound of each bucket except the last, which has none
   * @param counts the number of calls in each bucket
   * @param sumMicros the sum of all latencies
   */
  record Latency(List<Long> boundsMicros, List<Long> counts, long sumMicros) {}

  /**
   * The state of the connection to Redis, with counters since the start.
   *
   * @param answering false while the breaker is open
   * @param asked calls that were sent
   * @param roundTrips writes to a socket; one write carries all queued calls
   * @param late calls without a reply before the deadline
   * @param away calls that were not sent, because Redis was unavailable
   * @param errors calls with an error reply or an unreadable reply
   * @param opened how often a breaker opened
   * @param closed how often a breaker closed again
   */
  record Health(
      boolean answering,
      long asked,
      long roundTrips,
      long late,
      long away,
      long errors,
      long opened,
      long closed) {}
}
