package dev.penstock.testredis;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import redis.clients.jedis.exceptions.JedisException;

/** Waiting for what other processes do, with an end to it. */
final class Patience {
  /** Far more than anything here takes, since machines that run tests are busy. */
  static final Duration LONG = Duration.ofSeconds(45);

  private static final Duration PAUSE = Duration.ofMillis(25);

  private Patience() {}

  /** Returns as soon as it is so; a server that does not answer yet only means that it is not. */
  static void until(String what, BooleanSupplier isSo) {
    long deadlineNanos = System.nanoTime() + LONG.toNanos();
    while (!isSoNow(isSo)) {
      if (System.nanoTime() - deadlineNanos > 0) {
        throw new IllegalStateException("waited " + LONG.toSeconds() + " s in vain until " + what);
      }
      rest();
    }
  }

  static void rest() {
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
