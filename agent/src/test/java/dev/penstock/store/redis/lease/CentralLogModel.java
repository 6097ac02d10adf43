package dev.penstock.store.redis.lease;

import java.util.TreeMap;

/** A log that enters loans at the end of their validity, the latest time to spend them. */
final class CentralLogModel extends CentralLimitModel {
  private final TreeMap<Long, Long> entries = new TreeMap<>();
  private final long validMicros;

  CentralLogModel(long permits, long periodMicros) {
    super(permits, periodMicros);
    validMicros = periodMicros / 4;
  }

  @Override
  long free(long atMicros) {
    long counted =
        entries.tailMap(atMicros - periodMicros, /* inclusive= */ false).values().stream()
            .mapToLong(Long::longValue)
            .sum();
    return permits - counted;
  }

  @Override
  long charge(long units, long nowMicros) {
    entries.merge(nowMicros + validMicros, units, Long::sum);
    return nowMicros;
  }

  @Override
  long validMicros(long nowMicros) {
    return validMicros;
  }

  @Override
  void settle(long token, long returned, long spent, long nowMicros) {
    entries.merge(token + validMicros, -returned, Long::sum);
  }
}
