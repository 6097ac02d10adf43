package dev.penstock.store.redis.client;

import java.util.List;

/** A Redis that is asked by many threads at once, and never keeps one of them past its deadline. */
public interface RedisClient extends AutoCloseable {
  /** Asks without waiting: the question is told later, or at once if there is nobody to ask. */
  void ask(ScriptCall question);

  /** Asks and waits: by the time this returns the question has been told, one way or the other. */
  void askAndWait(ScriptCall question);

  /**
   * The same with less time, because some of it was used for others.
   *
   * @param deadlineNanos by {@link System#nanoTime}
   */
  default void askAndWait(ScriptCall question, long deadlineNanos) {
    askAndWait(question);
  }

  /**
   * Waits until all that was asked without waiting has been told, and what followed from that; not
   * much longer than a question may take. For one that tells at once there is nothing to wait for.
   */
  default void awaitTold() {}

  /** True if a script may touch any keys; false if they have to be of one slot, as in a cluster. */
  boolean takesAnyKeys();

  /** How things stand, for people and counters. */
  Health health();

  /** How long questions took that were answered, each from when it was asked. */
  default Latency latency() {
    return new Latency(List.of(), List.of(0L), /* sumMicros= */ 0);
  }

  /** Lets go of connections and threads; questions that are under way are told in time. */
  @Override
  void close();

  /**
   * How long questions took.
   *
   * @param boundsMicros the longest of each step but the last, which has no bound
   * @param counts how many questions took as long as a step, and not as long as the next
   * @param sumMicros of all of them
   */
  record Latency(List<Long> boundsMicros, List<Long> counts, long sumMicros) {}

  /**
   * How things stand with a Redis.
   *
   * @param answering false while it is left alone because it does not answer
   * @param asked questions that were sent
   * @param roundTrips how often something was sent, each time all questions that waited
   * @param late questions without an answer in time
   * @param away questions that were not sent, because it does not answer
   * @param errors questions answered with an error, or with a reply that cannot be read
   * @param opened how often it was found not to answer
   * @param closed how often it was found to answer again
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
