package dev.penstock.telemetry;

import java.util.EnumMap;
import java.util.Map;

/** Arrays of counts by outcome. */
final class Outcomes {
  private static final Outcome[] ALL = Outcome.values();
  static final int COUNT = ALL.length;

  private Outcomes() {}

  /** Returns the index of the count of an outcome. */
  @SuppressWarnings("EnumOrdinal") // counts are never stored, so their order is internal
  static int index(Outcome outcome) {
    return outcome.ordinal();
  }

  static Map<Outcome, Long> toMap(long[] counts) {
    Map<Outcome, Long> toMap = new EnumMap<>(Outcome.class);
    for (Outcome outcome : ALL) {
      toMap.put(outcome, counts[index(outcome)]);
    }
    return toMap;
  }
}
