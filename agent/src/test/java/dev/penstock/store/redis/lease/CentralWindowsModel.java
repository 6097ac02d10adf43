package dev.penstock.store.redis.lease;

import java.util.HashMap;
import java.util.Map;

/** Fixed or sliding windows. In a sliding window, the previous window counts by its overlap. */
final class CentralWindowsModel extends CentralLimitModel {
  private final Map<Long, Long> charged = new HashMap<>();
  private final boolean isSliding;

  CentralWindowsModel(long permits, long periodMicros, boolean isSliding) {
    super(permits, periodMicros);
    this.isSliding = isSliding;
  }

  @Override
  long free(long atMicros) {
    long window = atMicros / periodMicros;
    long covered = periodMicros - atMicros % periodMicros;
    long before = isSliding ? charged.getOrDefault(window - 1, 0L) : 0;
    long parts = (permits - charged.getOrDefault(window, 0L)) * periodMicros - before * covered;
    return Math.max(0, Math.floorDiv(parts, periodMicros));
  }

  @Override
  long charge(long units, long nowMicros) {
    charged.merge(nowMicros / periodMicros, units, Long::sum);
    return nowMicros;
  }

  @Override
  long validMicros(long nowMicros) {
    return periodMicros - nowMicros % periodMicros;
  }

  @Override
  void settle(long token, long returned, long spent, long nowMicros) {
    charged.merge(token / periodMicros, -returned, Long::sum);
  }
}
