package dev.penstock.operator.console;

import java.util.concurrent.TimeUnit;

/**
 * Limits on the resources that the console uses, even with slow or malicious clients.
 *
 * @param connections the maximum number of open connections
 * @param workers the number of threads that compute responses, besides the I/O thread
 * @param waiting the maximum number of requests that wait for a worker
 * @param requestMillis the maximum time to receive a request
 * @param responseMillis the maximum time until the client has received the response
 * @param wrongTokenMillis the delay of the response to a wrong token
 */
record ConsoleLimits(
    int connections,
    int workers,
    int waiting,
    long requestMillis,
    long responseMillis,
    long wrongTokenMillis) {
  static final ConsoleLimits DEFAULT = new ConsoleLimits(64, 4, 32, 5_000, 30_000, 500);

  /** The time to discard data after the response, so that the client can read it. */
  static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** An idle worker thread ends after this time. */
  static final long IDLE_SECONDS = 10;
}
