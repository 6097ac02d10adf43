package dev.penstock.operator.console;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Counts recent wrong tokens by client network. */
final class FailedTokens {
  /*
   * After too many wrong tokens, requests of another machine are rejected for the rest of a minute,
   * even with the right token. This limits the rate of guesses. Requests of this machine are never
   * blocked, because any local process could lock out the operator. Each wrong token also delays
   * its response.
   */
  static final int MAX_GUESSES = 10;

  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int MAX_ADDRESSES = 256;

  /** A /64, within which a client can choose any IPv6 address. */
  private static final int PREFIX_BYTES = 8;

  private static final class Guesses {
    final long sinceNanos;
    int count;

    Guesses(long sinceNanos) {
      this.sinceNanos = sinceNanos;
    }
  }

  private final LongSupplier nanoClock;
  private final Map<String, Guesses> guesses = new LinkedHashMap<>();

  FailedTokens(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  synchronized void record(InetAddress from) {
    removeExpired();
    guesses.computeIfAbsent(network(from), network -> new Guesses(nanoClock.getAsLong())).count++;
    if (guesses.size() > MAX_ADDRESSES) {
      guesses.remove(guesses.keySet().iterator().next());
    }
  }

  synchronized boolean isBlocked(InetAddress from) {
    removeExpired();
    Guesses known = guesses.get(network(from));
    return known != null && known.count >= MAX_GUESSES && !from.isLoopbackAddress();
  }

  private void removeExpired() {
    long now = nanoClock.getAsLong();
    Iterator<Guesses> oldestFirst = guesses.values().iterator();
    while (oldestFirst.hasNext() && now - oldestFirst.next().sinceNanos >= MINUTE_NANOS) {
      oldestFirst.remove();
    }
  }

  private static String network(InetAddress from) {
    byte[] address = from.getAddress();
    return Arrays.toString(
        address.length > PREFIX_BYTES ? Arrays.copyOf(address, PREFIX_BYTES) : address);
  }
}
