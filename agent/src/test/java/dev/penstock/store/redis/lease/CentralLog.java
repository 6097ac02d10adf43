package dev.penstock.store.redis.lease;

import java.util.TreeMap;

/** Enters loans at the end of their validity, the last instant at which they can be spent. */
final class CentralLog extends Central {
  private final TreeMap<Long, Long> entries = new TreeMap<>();
  private final long validMicros;

  CentralLog(long permits, long periodMicros) {
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
