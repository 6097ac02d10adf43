package dev.penstock.outbound.learn;

/** How many turns may be taken until when. */
final class TurnCeilings {
  /*
   * A budget of 5 in the answer to turn 12, until noon, means: no turn after the 17th until noon.
   * So each budget becomes one pair of a ceiling and a time, and it does not matter which calls are
   * still out: those after turn 12 are counted, whether or not the server had seen them.
   *
   * Of two ceilings in the same window the lower one counts, whichever answer came first. In
   * general one can be forgotten if another is as low and lasts as long. What is left are pairs
   * that rise in both, whatever the order they were learned in; and whatever policy they belong to,
   * since a call has to please all of them. Servers whose budgets slide make one pair of every
   * answer, so there has to be a bound: beyond it the two that end closest together become one,
   * the stricter of both.
   */
  static final int MOST = 16;

  /** The time of a turn before the first one. */
  static final long NEVER = Long.MIN_VALUE;

  private final long[] ceilings = new long[MOST + 1];
  private final long[] ends = new long[MOST + 1];
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
        keep(i, kept++);
      }
    }
    for (int i = kept; i > place; i--) {
      keep(i - 1, i);
    }
    ceilings[place] = ceiling;
    ends[place] = endMicros;
    size = kept + 1;
    if (size > MOST) {
      join();
    }
  }

  private void join() {
    int closest = 0;
    for (int i = 1; i < size - 1; i++) {
      boolean closer = ends[i + 1] - ends[i] <= ends[closest + 1] - ends[closest];
      closest = closer ? i : closest;
    }
    ends[closest] = ends[closest + 1];
    for (int i = closest + 2; i < size; i++) {
      keep(i, i - 1);
    }
    size--;
  }

  /** Forgets those that have ended. */
  void forget(long nowMicros) {
    int ended = 0;
    while (ended < size && ends[ended] <= nowMicros) {
      ended++;
    }
    for (int i = ended; ended > 0 && i < size; i++) {
      keep(i, i - ended);
    }
    size -= ended;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Moves the ends together with a clock that was set back. */
  void move(long micros) {
    for (int i = 0; i < size; i++) {
      ends[i] += micros;
    }
  }

  /** The first time from this one on at which a turn is below every ceiling. */
  long allowed(long turn, long fromMicros) {
    long at = fromMicros;
    for (int i = 0; i < size; i++) {
      if (turn > ceilings[i]) {
        at = Math.max(at, ends[i]);
      }
    }
    return at;
  }

  /** The same, but so that the turns that are left are spread evenly from the last one on. */
  long spread(long turn, long fromMicros, long lastMicros) {
    long at = fromMicros;
    for (int i = 0; i < size && lastMicros != NEVER; i++) {
      if (ends[i] > fromMicros && turn <= ceilings[i]) {
        long gaps = ceilings[i] - turn + 2;
        at = Math.max(at, lastMicros + DecimalParser.ceilDiv(ends[i] - lastMicros, gaps));
      }
    }
    return at;
  }

  private void keep(int from, int to) {
    ceilings[to] = ceilings[from];
    ends[to] = ends[from];
  }
}
