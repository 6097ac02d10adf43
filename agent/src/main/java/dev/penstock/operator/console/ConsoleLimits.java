package dev.penstock.operator.console;

import java.util.concurrent.TimeUnit;

/**
 * How much of the JVM the console may take, whoever calls it and however slowly.
 *
 * @param connections how many are open at once
 * @param workers how many threads answer at once, besides the one that reads and writes
 * @param waiting how many requests wait for one of them
 * @param requestMillis how long a client may take to send its request
 * @param answerMillis how long an answer may take, until the client has all of it
 * @param wrongTokenMillis how long the answer to a wrong token is held
 */
record ConsoleLimits(
    int connections,
    int workers,
    int waiting,
    long requestMillis,
    long answerMillis,
    long wrongTokenMillis) {
  static final ConsoleLimits USUAL = new ConsoleLimits(64, 4, 32, 5_000, 30_000, 500);

  /** How long a client may go on sending after it was answered, so that it reads the answer. */
  static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** After this long without work a thread that answers ends. */
  static final long IDLE_SECONDS = 10;
}
