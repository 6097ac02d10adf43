package dev.penstock.testredis;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import redis.clients.jedis.exceptions.JedisException;

/** Waits for other processes, with a time limit. */
final class Patience {
  /** Far more than anything here needs, because machines that run tests are busy. */
  static final Duration LONG = Duration.ofSeconds(45);

  /** Longer than Redis itself continues a requested failover. */
  private static final Duration ATTEMPT = Duration.ofSeconds(12);

  private static final int ATTEMPTS = 4;

  private static final Duration PAUSE = Duration.ofMillis(25);

  private Patience() {}

  /** Returns when the condition holds. A server that does not reply yet counts as not ready. */
  static void until(String what, BooleanSupplier isSo) {
    if (!within(LONG, isSo)) {
      throw new IllegalStateException("waited " + LONG.toSeconds() + " s in vain until " + what);
    }
  }

  /**
   * Attempts something, waits, and repeats it if nothing happened: an attempt can fail on a busy
   * machine.
   */
  static void insist(String what, Runnable attempt, BooleanSupplier isSo) {
    for (int i = 0; i < ATTEMPTS; i++) {
      attempt.run();
      if (within(ATTEMPT, isSo)) {
        return;
      }
    }
    throw new IllegalStateException("tried " + ATTEMPTS + " times in vain until " + what);
  }

  /** Returns true when the condition holds, or false after the time. */
  static boolean within(Duration time, BooleanSupplier isSo) {
    long startNanos = System.nanoTime();
    while (!isSoNow(isSo)) {
      if (System.nanoTime() - startNanos > time.toNanos()) {
        return false;
      }
      rest();
    }
    return true;
  }

  private static void rest() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for Redis", e);
    }
  }

  private static boolean isSoNow(BooleanSupplier isSo) {
    try {
      return isSo.getAsBoolean();
    } catch (JedisException e) {
      return false;
    }
  }
}
