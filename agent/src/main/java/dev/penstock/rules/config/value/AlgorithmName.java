package dev.penstock.rules.config.value;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** The algorithms, with their names in a rules file. */
public enum AlgorithmName {
  SLIDING_WINDOW("sliding-window") {
    @Override
    public Limit limit(Rate rate, AlgorithmSettings settings) {
      return settings.slices() == 1 && !settings.strict()
          ? new SlidingWindow(rate.permits(), rate.periodMicros())
          : new SlicedWindow(
              rate.permits(), rate.periodMicros(), settings.slices(), settings.strict());
    }

    @Override
    public long mostPermits(Rate rate, AlgorithmSettings settings) {
      return settings.slices() == 1 && !settings.strict()
          ? SlidingWindow.mostPermits(rate.periodMicros())
          : FixedWindow.mostPermits(rate.periodMicros());
    }
  },

  FIXED_WINDOW("fixed-window") {
    @Override
    public Limit limit(Rate rate, AlgorithmSettings settings) {
      ZoneId zone = settings.zone();
      CalendarWindow.Unit unit = zone == null ? null : rate.calendarUnit();
      return zone == null || unit == null
          ? new FixedWindow(rate.permits(), rate.periodMicros())
          : new CalendarWindow(rate.permits(), unit, zone);
    }

    @Override
    public long mostPermits(Rate rate, AlgorithmSettings settings) {
      return settings.zone() == null
          ? FixedWindow.mostPermits(rate.periodMicros())
          : CalendarWindow.MAX_PERMITS;
    }
  },

  SLIDING_LOG("sliding-log") {
    @Override
    public Limit limit(Rate rate, AlgorithmSettings settings) {
      return new SlidingLog(rate.permits(), rate.periodMicros());
    }

    /** Bounds the memory: 16 bytes per call and key. */
    @Override
    public long mostPermits(Rate rate, AlgorithmSettings settings) {
      return settings.force() ? 10_000_000 : 10_000;
    }
  },

  TOKEN_BUCKET("token-bucket") {
    @Override
    public Limit limit(Rate rate, AlgorithmSettings settings) {
      return bucket(rate, settings, rate.permits());
    }
  },

  GCRA("gcra") {
    @Override
    public Limit limit(Rate rate, AlgorithmSettings settings) {
      return bucket(rate, settings, rate.permits());
    }
  },

  LEAKY_BUCKET("leaky-bucket") {
    @Override
    public Limit limit(Rate rate, AlgorithmSettings settings) {
      return bucket(rate, settings, /* defaultBurst= */ 1);
    }
  };

  private final String word;

  AlgorithmName(String word) {
    this.word = word;
  }

  /** The algorithm with this name; null if there is none. */
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

  /** True if this algorithm accepts a setting that only some algorithms have. */
  public boolean has(String setting) {
    return switch (setting) {
      case "burst" -> this == TOKEN_BUCKET || this == GCRA || this == LEAKY_BUCKET;
      case "wait", "queue" -> this == LEAKY_BUCKET;
      case "slices", "strict" -> this == SLIDING_WINDOW;
      case "calendar" -> this == FIXED_WINDOW;
      default -> this == SLIDING_LOG;
    };
  }

  public abstract Limit limit(Rate rate, AlgorithmSettings settings);

  /** The most permits per period. Above this, the ticks of a token bucket are too coarse. */
  public long mostPermits(Rate rate, AlgorithmSettings settings) {
    return 1000 * rate.periodMicros();
  }

  private static Limit bucket(Rate rate, AlgorithmSettings settings, long defaultBurst) {
    Long burst = settings.burst();
    return new TokenBucket(
        rate.permits(),
        rate.periodMicros(),
        burst == null ? defaultBurst : burst,
        settings.patienceMicros(rate));
  }
}
