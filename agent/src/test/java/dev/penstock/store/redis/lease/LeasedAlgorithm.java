package dev.penstock.store.redis.lease;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;

/** An algorithm in three forms: its limit, its central model, and a check of the spent units. */
enum LeasedAlgorithm {
  FIXED_WINDOW {
    @Override
    Limit limit(long permits, long periodMicros) {
      return new FixedWindow(permits, periodMicros);
    }

    @Override
    CentralLimitModel central(long permits, long periodMicros) {
      return new CentralWindowsModel(permits, periodMicros, /* isSliding= */ false);
    }

    @Override
    long above(SpendingHistory spending, long permits, long periodMicros) {
      return spending.aboveWindows(permits, periodMicros, /* isSliding= */ false);
    }
  },
  SLIDING_WINDOW {
    @Override
    Limit limit(long permits, long periodMicros) {
      return new SlidingWindow(permits, periodMicros);
    }

    @Override
    CentralLimitModel central(long permits, long periodMicros) {
      return new CentralWindowsModel(permits, periodMicros, /* isSliding= */ true);
    }

    @Override
    long above(SpendingHistory spending, long permits, long periodMicros) {
      return spending.aboveWindows(permits, periodMicros, /* isSliding= */ true);
    }
  },
  TOKEN_BUCKET {
    @Override
    Limit limit(long permits, long periodMicros) {
      return new TokenBucket(permits, periodMicros, permits);
    }

    @Override
    CentralLimitModel central(long permits, long periodMicros) {
      return new CentralBucketModel(permits, periodMicros, permits);
    }

    @Override
    long above(SpendingHistory spending, long permits, long periodMicros) {
      return spending.aboveBucket(permits, periodMicros, permits);
    }
  },
  SLIDING_LOG {
    @Override
    Limit limit(long permits, long periodMicros) {
      return new SlidingLog(permits, periodMicros);
    }

    @Override
    CentralLimitModel central(long permits, long periodMicros) {
      return new CentralLogModel(permits, periodMicros);
    }

    @Override
    long above(SpendingHistory spending, long permits, long periodMicros) {
      return spending.aboveLog(permits, periodMicros);
    }
  };

  abstract Limit limit(long permits, long periodMicros);

  abstract CentralLimitModel central(long permits, long periodMicros);

  /** The number of units that were spent above the limit. */
  abstract long above(SpendingHistory spending, long permits, long periodMicros);
}
