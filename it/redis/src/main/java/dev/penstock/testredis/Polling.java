package dev.penstock.testredis;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import redis.clients.jedis.exceptions.JedisException;

/** Waits for conditions in other processes, with a timeout. */
final class Polling {
  /** Long, because machines that run tests are busy. */
  static final Duration TIMEOUT = Duration.ofSeconds(45);

  /** Longer than Redis itself continues a requested failover. */
  private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(12);

  private static final int ATTEMPTS = 4;

  private static final int MAX_SUSPENSIONS = 3;

  private static final Duration PAUSE = Duration.ofMillis(25);

  private Polling() {}

  /** Returns when the condition holds. A server that does not reply yet counts as not ready. */
  static void until(String what, BooleanSupplier condition) {
    until(what, condition, /* isSuspended= */ () -> false);
  }

  /**
   * Returns when the condition holds.
   *
   * @param isSuspended true while the servers do nothing for a time of their own choice, which does
   *     not count towards the timeout
   */
  static void until(String what, BooleanSupplier condition, BooleanSupplier isSuspended) {
    long suspensions = 0;
    while (!within(TIMEOUT, condition)) {
      if (!holdsNow(isSuspended) || ++suspensions > MAX_SUSPENSIONS) {
        throw new IllegalStateException("not within " + TIMEOUT.toSeconds() + " s: " + what);
      }
    }
  }

  /**
   * Makes an attempt, waits for its effect, and repeats it after a timeout, because an attempt can
   * fail on a busy machine.
   */
  static void repeatUntil(String what, Runnable attempt, BooleanSupplier condition) {
    for (int i = 0; i < ATTEMPTS; i++) {
      attempt.run();
      if (within(ATTEMPT_TIMEOUT, condition)) {
        return;
      }
    }
    throw new IllegalStateException("not after " + ATTEMPTS + " attempts: " + what);
  }

  /** Returns true when the condition holds, or false after the time. */
  static boolean within(Duration time, BooleanSupplier condition) {
    long startNanos = System.nanoTime();
    while (!holdsNow(condition)) {
      if (System.nanoTime() - startNanos > time.toNanos()) {
        return false;
      }
      sleep();
    }
    return true;
  }

  private static void sleep() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for Redis", e);
    }
  }

  private static boolean holdsNow(BooleanSupplier condition) {
    try {
      return condition.getAsBoolean();
    } catch (JedisException e) {
      return false;
    }
  }
}
