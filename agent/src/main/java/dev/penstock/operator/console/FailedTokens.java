package dev.penstock.operator.console;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Who has shown wrong tokens of late. */
final class FailedTokens {
  /*
   * Who guesses from another machine is not listened to for the rest of a minute, right token or
   * not: otherwise guessing would go on as fast as the network permits. That never holds for this
   * machine itself, or any process on it could keep the operator from the switches. There, and for
   * the first guesses of anybody, the answer just takes its time.
   */
  static final int MOST_GUESSES = 10;

  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int MOST_ADDRESSES = 256;

  /** The network within which somebody has all IPv6 addresses to choose from. */
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

  synchronized void note(InetAddress from) {
    forgetOld();
    guesses.computeIfAbsent(network(from), network -> new Guesses(nanoClock.getAsLong())).count++;
    if (guesses.size() > MOST_ADDRESSES) {
      guesses.remove(guesses.keySet().iterator().next());
    }
  }

  synchronized boolean isTooMany(InetAddress from) {
    forgetOld();
    Guesses known = guesses.get(network(from));
    return known != null && known.count >= MOST_GUESSES && !from.isLoopbackAddress();
  }

  private void forgetOld() {
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
