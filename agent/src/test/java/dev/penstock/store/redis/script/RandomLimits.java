package dev.penstock.store.redis.script;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import java.time.ZoneId;
import java.util.Random;

/** Creates random limits of each kind. */
enum RandomLimits {
  TOKEN_BUCKET {
    @Override
    Limit next(Random random) {
      long permits = spread(random, random.nextBoolean() ? 2_000 : 10_000_000);
      long period = spread(random, MONTH);
      return new TokenBucket(permits, period, spread(random, 2 * permits));
    }
  },
  LEAKY_BUCKET {
    @Override
    Limit next(Random random) {
      long permits = spread(random, 10_000);
      return new TokenBucket(
          permits, spread(random, MONTH), spread(random, 5), spread(random, 3_600_000_000L));
    }
  },
  FIXED_WINDOW {
    @Override
    Limit next(Random random) {
      long period = spread(random, CENTURY);
      long most = Math.min(FixedWindow.mostPermits(period), ScriptedLimit.MAX_EXACT);
      return new FixedWindow(permits(random, most), period);
    }
  },
  CALENDAR_WINDOW {
    @Override
    Limit next(Random random) {
      CalendarWindow.Unit[] units = CalendarWindow.Unit.values();
      return new CalendarWindow(
          permits(random, CalendarWindow.MAX_PERMITS),
          units[random.nextInt(units.length)],
          ZoneId.of(random.nextBoolean() ? "Europe/Berlin" : "America/Sao_Paulo"));
    }
  },
  SLIDING_WINDOW {
    @Override
    Limit next(Random random) {
      long period = spread(random, CENTURY);
      return new SlidingWindow(permits(random, SlidingWindow.mostPermits(period)), period);
    }
  },
  SLICED_WINDOW {
    @Override
    Limit next(Random random) {
      int slices = 1 + random.nextInt(random.nextBoolean() ? 5 : 60);
      long period = slices * spread(random, CENTURY / slices);
      return new SlicedWindow(
          permits(random, ScriptedLimit.MAX_EXACT), period, slices, random.nextBoolean());
    }
  },
  SLIDING_LOG {
    @Override
    Limit next(Random random) {
      return new SlidingLog(
          permits(random, ScriptedSlidingLog.MAX_PERMITS), spread(random, CENTURY));
    }
  },
  CONCURRENCY {
    @Override
    Limit next(Random random) {
      return new Concurrency(permits(random, ScriptedLimit.MAX_EXACT));
    }
  };

  private static final long MONTH = 31L * 24 * 3600 * 1_000_000;
  private static final long CENTURY = 100L * 365 * 24 * 3600 * 1_000_000;

  abstract Limit next(Random random);

  /** A small number, the highest possible number, or a number between. */
  static long permits(Random random, long most) {
    return switch (random.nextInt(3)) {
      case 0 -> Math.min(most, spread(random, 20));
      case 1 -> most - random.nextInt((int) Math.min(most, 3));
      default -> spread(random, most);
    };
  }

  /** Small and large numbers with equal probability, up to the maximum. */
  static long spread(Random random, long most) {
    int bits = 64 - Long.numberOfLeadingZeros(most);
    long cut = most >>> random.nextInt(bits);
    return cut <= 1 ? 1 : 1 + random.nextLong(cut);
  }
}
