package dev.penstock.store.redis.lease;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The spent units with their times, and a check by the definition of each algorithm. */
final class SpendingHistory {
  /** Units that were spent at one time; zero if they were refunded. */
  static final class Spent {
    final long atMicros;
    long units;

    Spent(long atMicros, long units) {
      this.atMicros = atMicros;
      this.units = units;
    }
  }

  private final List<Spent> all = new ArrayList<>();

  Spent add(long atMicros, long units) {
    Spent spent = new Spent(atMicros, units);
    all.add(spent);
    return spent;
  }

  long units() {
    return all.stream().mapToLong(spent -> spent.units).sum();
  }

  /** The units above the limit in the worst window, with the overlap of a window before it. */
  long aboveWindows(long permits, long periodMicros, boolean isSliding) {
    Map<Long, Long> windows = new HashMap<>();
    long above = 0;
    for (Spent spent : all) {
      long window = spent.atMicros / periodMicros;
      long covered = (window + 1) * periodMicros - spent.atMicros;
      long before = isSliding ? windows.getOrDefault(window - 1, 0L) : 0;
      long sum = windows.merge(window, spent.units, Long::sum);
      long parts = before * covered + sum * periodMicros - permits * periodMicros;
      above = Math.max(above, spent.units == 0 ? 0 : -Math.floorDiv(-parts, periodMicros));
    }
    return above;
  }

  /** The most tokens that were spent although the bucket did not have them. */
  long aboveBucket(long permits, long periodMicros, long burst) {
    long full = burst * periodMicros;
    long level = full;
    long asOf = 0;
    long lowest = 0;
    for (Spent spent : all) {
      level = Math.min(full, level + (spent.atMicros - asOf) * permits);
      level -= spent.units * periodMicros;
      asOf = spent.atMicros;
      lowest = Math.min(lowest, level);
    }
    return -Math.floorDiv(lowest, periodMicros);
  }

  /** The units above the limit in the worst period that starts at any time. */
  long aboveLog(long permits, long periodMicros) {
    long worst = 0;
    long sum = 0;
    int oldest = 0;
    for (Spent spent : all) {
      sum += spent.units;
      while (all.get(oldest).atMicros <= spent.atMicros - periodMicros) {
        sum -= all.get(oldest).units;
        oldest++;
      }
      worst = Math.max(worst, sum);
    }
    return Math.max(0, worst - permits);
  }
}
