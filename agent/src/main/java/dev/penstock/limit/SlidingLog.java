package dev.penstock.limit;

import static dev.penstock.limit.Numbers.require;

import java.util.Arrays;

/** Admits {@code permits} in any stretch of time as long as the period, to the call. */
public final class SlidingLog implements WideLimit {
  /*
   * Every spending is remembered with its time until it is a period old. The state is a ring: the
   * sum of its costs, where it starts and how many entries it has, then pairs of time and cost. It
   * starts small and grows with what is spent, up to one pair per permit.
   */
  private static final int SUM = 0;
  private static final int START = 1;
  private static final int COUNT = 2;
  private static final int PAIRS = 3;
  private static final int FEWEST_PAIRS = 4;

  private final long permits;
  private final long periodMicros;

  public SlidingLog(long permits, long periodMicros) {
    require(permits > 0, "permits must be positive", permits);
    require(periodMicros > 0, "period must be positive", periodMicros);
    this.permits = permits;
    this.periodMicros = periodMicros;
  }

  @Override
  public long permits() {
    return permits;
  }

  @Override
  public long periodMicros() {
    return periodMicros;
  }

  @Override
  public long capacity() {
    return permits;
  }

  @Override
  public long[] untouched() {
    return new long[PAIRS + 2 * FEWEST_PAIRS];
  }

  @Override
  public boolean fits(long[] state, long nowMicros, long cost) {
    return cost <= remaining(state, nowMicros);
  }

  @Override
  public long[] spend(long[] state, long nowMicros, long cost) {
    long[] log = withRoom(forgetOld(state, nowMicros));
    int last = pair(log, (int) log[COUNT]);
    log[last] = nowMicros;
    log[last + 1] = cost;
    log[COUNT]++;
    log[SUM] += cost;
    return log;
  }

  @Override
  public long remaining(long[] state, long nowMicros) {
    long spent = state[SUM];
    for (int i = 0; i < state[COUNT] && isOld(state[pair(state, i)], nowMicros); i++) {
      spent -= state[pair(state, i) + 1];
    }
    return Math.max(0, permits - spent);
  }

  @Override
  public long waitMicros(long[] state, long nowMicros, long cost) {
    if (cost > permits) {
      return NEVER;
    }
    long spent = state[SUM];
    for (int i = 0; i < state[COUNT]; i++) {
      if (spent + cost <= permits) {
        return i == 0 ? 0 : untilOld(state[pair(state, i - 1)], nowMicros);
      }
      spent -= state[pair(state, i) + 1];
    }
    return state[COUNT] == 0 ? 0 : untilOld(state[pair(state, (int) state[COUNT] - 1)], nowMicros);
  }

  @Override
  public long resetMicros(long[] state, long nowMicros) {
    for (int i = 0; i < state[COUNT]; i++) {
      if (!isOld(state[pair(state, i)], nowMicros)) {
        return untilOld(state[pair(state, i)], nowMicros);
      }
    }
    return 0;
  }

  @Override
  public boolean whole(long[] state, long nowMicros) {
    return resetMicros(state, nowMicros) == 0;
  }

  @Override
  public long[] spentNow(long units, long nowMicros) {
    return spend(untouched(), nowMicros, Math.min(units, permits));
  }

  @Override
  public void giveBack(long[] state, long spentAtMicros, long nowMicros, long cost) {
    for (int i = 0; i < state[COUNT]; i++) {
      int at = pair(state, i);
      if (state[at] == spentAtMicros && state[at + 1] >= cost) {
        state[at + 1] -= cost;
        state[SUM] -= cost;
        return;
      }
    }
  }

  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof SlidingLog;
  }

  private boolean isOld(long spentAt, long nowMicros) {
    return nowMicros - spentAt >= periodMicros;
  }

  private long untilOld(long spentAt, long nowMicros) {
    return Math.max(0, spentAt + periodMicros - nowMicros);
  }

  private static int pair(long[] log, int index) {
    int pairs = (log.length - PAIRS) / 2;
    return PAIRS + 2 * (int) ((log[START] + index) % pairs);
  }

  private long[] forgetOld(long[] log, long nowMicros) {
    while (log[COUNT] > 0 && isOld(log[pair(log, 0)], nowMicros)) {
      log[SUM] -= log[pair(log, 0) + 1];
      log[START] = (log[START] + 1) % ((log.length - PAIRS) / 2);
      log[COUNT]--;
    }
    return log;
  }

  private static long[] withRoom(long[] log) {
    int pairs = (log.length - PAIRS) / 2;
    if (log[COUNT] < pairs) {
      return log;
    }
    long[] larger = Arrays.copyOf(new long[] {log[SUM], 0, log[COUNT]}, PAIRS + 4 * pairs);
    for (int i = 0; i < pairs; i++) {
      System.arraycopy(log, pair(log, i), larger, PAIRS + 2 * i, 2);
    }
    return larger;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SlidingLog that
        && that.permits == permits
        && that.periodMicros == periodMicros;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(permits * 31 + periodMicros);
  }

  @Override
  public String toString() {
    return "sliding-log " + permits + "/" + periodMicros + "us";
  }
}
