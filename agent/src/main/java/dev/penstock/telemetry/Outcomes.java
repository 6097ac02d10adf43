package dev.penstock.telemetry;

import java.util.EnumMap;
import java.util.Map;

/** Counts by outcome. */
final class Outcomes {
  private static final Outcome[] ALL = Outcome.values();
  static final int COUNT = ALL.length;

  private Outcomes() {}

  static Map<Outcome, Long> map(long[] counts) {
    Map<Outcome, Long> map = new EnumMap<>(Outcome.class);
    for (Outcome outcome : ALL) {
      map.put(outcome, counts[outcome.cell()]);
    }
    return map;
  }
}
