package dev.penstock.testredis;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import redis.clients.jedis.exceptions.JedisException;

/** Waiting for what other processes do, with an end to it. */
final class Patience {
  /** Far more than anything here takes, since machines that run tests are busy. */
  static final Duration LONG = Duration.ofSeconds(45);

  /** Longer than Redis itself goes on with a failover that was asked for. */
  private static final Duration ATTEMPT = Duration.ofSeconds(12);

  private static final int ATTEMPTS = 4;

  private static final Duration PAUSE = Duration.ofMillis(25);

  private Patience() {}

  /** Returns as soon as it is so; a server that does not answer yet only means that it is not. */
  static void until(String what, BooleanSupplier isSo) {
    if (!within(LONG, isSo)) {
      throw new IllegalStateException("waited " + LONG.toSeconds() + " s in vain until " + what);
    }
  }

  /**
   * Asks and waits, and asks again if nothing came of it: an attempt can fail on a busy machine.
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

  /** True as soon as it is so, false if it is not in time. */
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
