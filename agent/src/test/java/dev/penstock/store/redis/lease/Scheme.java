package dev.penstock.store.redis.lease;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;

/** An algorithm in the agent, in the central model and in the final check. */
enum Scheme {
  FIXED_WINDOW {
    @Override
    Limit limit(long permits, long periodMicros) {
      return new FixedWindow(permits, periodMicros);
    }

    @Override
    Central central(long permits, long periodMicros) {
      return new CentralWindows(permits, periodMicros, /* isSliding= */ false);
    }

    @Override
    long above(Spending spending, long permits, long periodMicros) {
      return spending.aboveWindows(permits, periodMicros, /* isSliding= */ false);
    }
  },
  SLIDING_WINDOW {
    @Override
    Limit limit(long permits, long periodMicros) {
      return new SlidingWindow(permits, periodMicros);
    }

    @Override
    Central central(long permits, long periodMicros) {
      return new CentralWindows(permits, periodMicros, /* isSliding= */ true);
    }

    @Override
    long above(Spending spending, long permits, long periodMicros) {
      return spending.aboveWindows(permits, periodMicros, /* isSliding= */ true);
    }
  },
  TOKEN_BUCKET {
    @Override
    Limit limit(long permits, long periodMicros) {
      return new TokenBucket(permits, periodMicros, permits);
    }

    @Override
    Central central(long permits, long periodMicros) {
      return new CentralBucket(permits, periodMicros, permits);
    }

    @Override
    long above(Spending spending, long permits, long periodMicros) {
      return spending.aboveBucket(permits, periodMicros, permits);
    }
  },
  SLIDING_LOG {
    @Override
    Limit limit(long permits, long periodMicros) {
      return new SlidingLog(permits, periodMicros);
    }

    @Override
    Central central(long permits, long periodMicros) {
      return new CentralLog(permits, periodMicros);
    }

    @Override
    long above(Spending spending, long permits, long periodMicros) {
      return spending.aboveLog(permits, periodMicros);
    }
  };

  abstract Limit limit(long permits, long periodMicros);

  abstract Central central(long permits, long periodMicros);

  /** How far what was spent is above the limit. */
  abstract long above(Spending spending, long permits, long periodMicros);
}
