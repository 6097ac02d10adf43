package dev.penstock.shadow.simulate;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Models of the algorithms, as the documentation defines them: they keep every charge and use
 * arbitrary precision. Times are in microseconds.
 */
final class AlgorithmModels {
  private AlgorithmModels() {}

  /** One key of one limit. */
  interface Model {
    /** True if a request fits, given all earlier charges. */
    boolean fits(long now);

    /** Charges one unit. */
    void spend(long now);
  }

  static Model of(String algorithm, long permits, long window, long burst) {
    return switch (algorithm) {
      case "fixed-window" -> new FixedWindow(permits, window);
      case "sliding-window" -> new SlidingWindow(permits, window);
      case "sliding-log" -> new SlidingLog(permits, window);
      case "token-bucket" -> new TokenBucket(permits, window, burst);
      default -> throw new IllegalArgumentException(algorithm);
    };
  }

  private abstract static class ChargeHistory implements Model {
    final List<Long> spent = new ArrayList<>();

    long between(long from, long to) {
      return spent.stream().filter(t -> t >= from && t < to).count();
    }

    @Override
    public void spend(long now) {
      spent.add(now);
    }
  }

  /** Admit iff spent(window) + n is at most L; windows start at multiples of W. */
  private static final class FixedWindow extends ChargeHistory {
    private final long permits;
    private final long window;

    FixedWindow(long permits, long window) {
      this.permits = permits;
      this.window = window;
    }

    @Override
    public boolean fits(long now) {
      long start = now / window * window;
      return between(start, start + window) + 1 <= permits;
    }
  }

  /** Admit iff p*(W - e) + (c + n)*W is at most L*W. */
  private static final class SlidingWindow extends ChargeHistory {
    private final long permits;
    private final long window;

    SlidingWindow(long permits, long window) {
      this.permits = permits;
      this.window = window;
    }

    @Override
    public boolean fits(long now) {
      long start = now / window * window;
      BigInteger previous = BigInteger.valueOf(between(start - window, start));
      BigInteger current = BigInteger.valueOf(between(start, start + window));
      BigInteger length = BigInteger.valueOf(window);
      BigInteger covered = BigInteger.valueOf(window - (now - start));
      BigInteger sum = previous.multiply(covered).add(current.add(BigInteger.ONE).multiply(length));
      return sum.compareTo(BigInteger.valueOf(permits).multiply(length)) <= 0;
    }
  }

  /** Admit iff units admitted in (t - W, t] + n are at most L. */
  private static final class SlidingLog extends ChargeHistory {
    private final long permits;
    private final long window;

    SlidingLog(long permits, long window) {
      this.permits = permits;
      this.window = window;
    }

    @Override
    public boolean fits(long now) {
      return between(now - window + 1, now + 1) + 1 <= permits;
    }
  }

  /**
   * Starts full with `burst` tokens, refills continuously at L/W; in parts of a token, 1/W each.
   */
  private static final class TokenBucket implements Model {
    private final long permits;
    private final long window;
    private final BigInteger full;
    private BigInteger level;
    private long levelAt;

    TokenBucket(long permits, long window, long burst) {
      this.permits = permits;
      this.window = window;
      full = BigInteger.valueOf(burst).multiply(BigInteger.valueOf(window));
      level = full;
    }

    private BigInteger levelAt(long now) {
      BigInteger refill = BigInteger.valueOf(now - levelAt).multiply(BigInteger.valueOf(permits));
      return level.add(refill).min(full);
    }

    @Override
    public boolean fits(long now) {
      return levelAt(now).compareTo(BigInteger.valueOf(window)) >= 0;
    }

    @Override
    public void spend(long now) {
      level = levelAt(now).subtract(BigInteger.valueOf(window));
      levelAt = now;
    }
  }
}
