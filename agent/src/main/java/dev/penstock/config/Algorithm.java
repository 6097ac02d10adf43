package dev.penstock.config;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;

/** The algorithms by the names they have in a rules file. */
enum Algorithm {
  SLIDING_WINDOW("sliding-window") {
    @Override
    Limit limit(Rate rate, long burst) {
      return new SlidingWindow(rate.permits(), rate.periodMicros());
    }

    @Override
    long mostPermits(long periodMicros) {
      return SlidingWindow.mostPermits(periodMicros);
    }
  },

  FIXED_WINDOW("fixed-window") {
    @Override
    Limit limit(Rate rate, long burst) {
      return new FixedWindow(rate.permits(), rate.periodMicros());
    }

    @Override
    long mostPermits(long periodMicros) {
      return FixedWindow.mostPermits(periodMicros);
    }
  },

  TOKEN_BUCKET("token-bucket") {
    @Override
    Limit limit(Rate rate, long burst) {
      return new TokenBucket(rate.permits(), rate.periodMicros(), burst);
    }

    /** A thousand a microsecond: beyond that the bucket's own ticks are too coarse. */
    @Override
    long mostPermits(long periodMicros) {
      return 1000 * periodMicros;
    }
  };

  private final String word;

  Algorithm(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  abstract Limit limit(Rate rate, long burst);

  /** The most permits per period that it can count. */
  abstract long mostPermits(long periodMicros);
}
