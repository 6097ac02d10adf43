package dev.penstock.outbound.learn;

/** The highest turns that announced budgets admit, each with the time at which it expires. */
final class TurnCeilings {
  /*
   * A budget of 5 in the response to turn 12, until noon, means: no turn after the 17th until noon.
   * So each budget becomes a pair of a ceiling and a time. It does not matter which calls are in
   * flight: all turns after turn 12 count, whether or not the server had received them.
   *
   * Of two ceilings with the same time the lower one counts, whichever response came first. A
   * ceiling can be dropped if another is as low and lasts as long. The remaining pairs rise in both
   * numbers, in whatever order they were learned and whatever policy they belong to, because a call
   * must satisfy all of them. A server with a sliding budget adds a pair with every response, so
   * there is a maximum: above it, the two pairs with the closest times become the stricter pair of
   * both.
   */
  static final int MAX_CEILINGS = 16;

  /** The time of a turn before the first one. */
  static final long NEVER = Long.MIN_VALUE;

  private final long[] ceilings = new long[MAX_CEILINGS + 1];
  private final long[] ends = new long[MAX_CEILINGS + 1];
  private int size;

  void add(long ceiling, long endMicros) {
    for (int i = 0; i < size; i++) {
      if (ceilings[i] <= ceiling && ends[i] >= endMicros) {
        return;
      }
    }
    int kept = 0;
    int place = 0;
    for (int i = 0; i < size; i++) {
      if (ceilings[i] < ceiling || ends[i] > endMicros) {
        place += ends[i] < endMicros ? 1 : 0;
        copy(i, kept++);
      }
    }
    for (int i = kept; i > place; i--) {
      copy(i - 1, i);
    }
    ceilings[place] = ceiling;
    ends[place] = endMicros;
    size = kept + 1;
    if (size > MAX_CEILINGS) {
      mergeClosest();
    }
  }

  private void mergeClosest() {
    int closest = 0;
    for (int i = 1; i < size - 1; i++) {
      boolean closer = ends[i + 1] - ends[i] <= ends[closest + 1] - ends[closest];
      closest = closer ? i : closest;
    }
    ends[closest] = ends[closest + 1];
    for (int i = closest + 2; i < size; i++) {
      copy(i, i - 1);
    }
    size--;
  }

  void removeExpired(long nowMicros) {
    int expired = 0;
    while (expired < size && ends[expired] <= nowMicros) {
      expired++;
    }
    for (int i = expired; expired > 0 && i < size; i++) {
      copy(i, i - expired);
    }
    size -= expired;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Shifts all times after the clock was set back. */
  void shiftClock(long micros) {
    for (int i = 0; i < size; i++) {
      ends[i] += micros;
    }
  }

  /** Returns the first time, from this one on, at which a turn is below every ceiling. */
  long earliest(long turn, long fromMicros) {
    long start = fromMicros;
    for (int i = 0; i < size; i++) {
      if (turn > ceilings[i]) {
        start = Math.max(start, ends[i]);
      }
    }
    return start;
  }

  /** Returns the time of a turn that is spread evenly with the turns that remain after it. */
  long spread(long turn, long fromMicros, long lastMicros) {
    long start = fromMicros;
    for (int i = 0; i < size && lastMicros != NEVER; i++) {
      if (ends[i] > fromMicros && turn <= ceilings[i]) {
        long gaps = ceilings[i] - turn + 2;
        start = Math.max(start, lastMicros + DecimalParser.ceilDiv(ends[i] - lastMicros, gaps));
      }
    }
    return start;
  }

  private void copy(int from, int to) {
    ceilings[to] = ceilings[from];
    ends[to] = ends[from];
  }
}
