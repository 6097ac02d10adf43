package dev.penstock.telemetry;

import java.util.EnumMap;
import java.util.Map;

/** Counts by outcome. */
final class Outcomes {
  private static final Outcome[] ALL = Outcome.values();
  static final int COUNT = ALL.length;

  private Outcomes() {}

  /** Where an outcome has its count. */
  @SuppressWarnings("EnumOrdinal") // counts end with the JVM: their order is nobody else's
  static int place(Outcome outcome) {
    return outcome.ordinal();
  }

  static Map<Outcome, Long> map(long[] counts) {
    Map<Outcome, Long> map = new EnumMap<>(Outcome.class);
    for (Outcome outcome : ALL) {
      map.put(outcome, counts[place(outcome)]);
    }
    return map;
  }
}
