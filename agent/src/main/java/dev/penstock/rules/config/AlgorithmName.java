package dev.penstock.rules.config;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import dev.penstock.rules.config.value.AlgorithmSettings;
import dev.penstock.rules.config.value.Rate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** The algorithms by the names they have in a rules file. */
public enum AlgorithmName {
  SLIDING_WINDOW("sliding-window") {
    @Override
    public Limit limit(Rate rate, AlgorithmSettings tuning) {
      return tuning.slices() == 1 && !tuning.strict()
          ? new SlidingWindow(rate.permits(), rate.periodMicros())
          : new SlicedWindow(rate.permits(), rate.periodMicros(), tuning.slices(), tuning.strict());
    }

    @Override
    public long mostPermits(Rate rate, AlgorithmSettings tuning) {
      return tuning.slices() == 1 && !tuning.strict()
          ? SlidingWindow.mostPermits(rate.periodMicros())
          : FixedWindow.mostPermits(rate.periodMicros());
    }
  },

  FIXED_WINDOW("fixed-window") {
    @Override
    public Limit limit(Rate rate, AlgorithmSettings tuning) {
      ZoneId zone = tuning.zone();
      CalendarWindow.Unit unit = zone == null ? null : rate.calendarUnit();
      return zone == null || unit == null
          ? new FixedWindow(rate.permits(), rate.periodMicros())
          : new CalendarWindow(rate.permits(), unit, zone);
    }

    @Override
    public long mostPermits(Rate rate, AlgorithmSettings tuning) {
      return tuning.zone() == null
          ? FixedWindow.mostPermits(rate.periodMicros())
          : CalendarWindow.MOST_PERMITS;
    }
  },

  SLIDING_LOG("sliding-log") {
    @Override
    public Limit limit(Rate rate, AlgorithmSettings tuning) {
      return new SlidingLog(rate.permits(), rate.periodMicros());
    }

    /** Each is remembered, 16 bytes a call and key. */
    @Override
    public long mostPermits(Rate rate, AlgorithmSettings tuning) {
      return tuning.force() ? 10_000_000 : 10_000;
    }
  },

  TOKEN_BUCKET("token-bucket") {
    @Override
    public Limit limit(Rate rate, AlgorithmSettings tuning) {
      return bucket(rate, tuning, rate.permits());
    }
  },

  GCRA("gcra") {
    @Override
    public Limit limit(Rate rate, AlgorithmSettings tuning) {
      return bucket(rate, tuning, rate.permits());
    }
  },

  LEAKY_BUCKET("leaky-bucket") {
    @Override
    public Limit limit(Rate rate, AlgorithmSettings tuning) {
      return bucket(rate, tuning, /* usualBurst= */ 1);
    }
  };

  private final String word;

  AlgorithmName(String word) {
    this.word = word;
  }

  /** The algorithm of this name, or null. */
  public static @Nullable AlgorithmName named(String word) {
    for (AlgorithmName algorithm : values()) {
      if (algorithm.word.equals(word)) {
        return algorithm;
      }
    }
    return null;
  }

  public String word() {
    return word;
  }

  /** True if it has a setting that only some algorithms have. */
  public boolean has(String setting) {
    return switch (setting) {
      case "burst" -> this == TOKEN_BUCKET || this == GCRA || this == LEAKY_BUCKET;
      case "wait", "queue" -> this == LEAKY_BUCKET;
      case "slices", "strict" -> this == SLIDING_WINDOW;
      case "calendar" -> this == FIXED_WINDOW;
      default -> this == SLIDING_LOG;
    };
  }

  public abstract Limit limit(Rate rate, AlgorithmSettings tuning);

  /** The most permits per period that it can count: a bucket's ticks are too coarse beyond that. */
  public long mostPermits(Rate rate, AlgorithmSettings tuning) {
    return 1000 * rate.periodMicros();
  }

  private static Limit bucket(Rate rate, AlgorithmSettings tuning, long usualBurst) {
    Long burst = tuning.burst();
    return new TokenBucket(
        rate.permits(),
        rate.periodMicros(),
        burst == null ? usualBurst : burst,
        tuning.patienceMicros(rate));
  }
}
