package dev.penstock.limit;

/** Admits {@code permits} in any interval as long as the period, exact to the call. */
public final class SlidingLog extends PeriodLimit implements WideLimit {
  /*
   * The state is a LogRing with one (time, cost) entry for each instant in the last period. A cost
   * n fits if
   *
   *     sum of the costs of all entries with time > now - period  +  n  <=  permits
   *
   * Entries of one instant are merged, so there are never more entries than units that count. The
   * entry of a delayed thread is inserted at its own time; later entries already count for it.
   */
  public SlidingLog(long permits, long periodMicros) {
    super(permits, periodMicros);
  }

  @Override
  public long[] untouched() {
    return LogRing.empty();
  }

  @Override
  public boolean fits(long[] state, long nowMicros, long cost) {
    return cost <= remaining(state, nowMicros);
  }

  @Override
  public long[] spend(long[] state, long nowMicros, long cost) {
    while (LogRing.size(state) > 0 && isOld(LogRing.time(state, 0), nowMicros)) {
      LogRing.removeFirst(state);
    }
    return LogRing.add(state, nowMicros, cost, /* mostEntries= */ permits);
  }

  @Override
  public long remaining(long[] state, long nowMicros) {
    return Math.max(0, permits - counted(state, nowMicros));
  }

  private long counted(long[] state, long nowMicros) {
    long spent = LogRing.sum(state);
    for (int i = 0; i < LogRing.size(state) && isOld(LogRing.time(state, i), nowMicros); i++) {
      spent -= LogRing.cost(state, i);
    }
    return spent;
  }

  @Override
  public long waitMicros(long[] state, long nowMicros, long cost) {
    if (cost > permits) {
      return NEVER;
    }
    long spent = LogRing.sum(state);
    long wait = 0;
    for (int i = 0; spent > permits - cost; i++) {
      spent -= LogRing.cost(state, i);
      wait = Math.max(0, LogRing.time(state, i) - nowMicros + periodMicros);
    }
    return wait;
  }

  @Override
  public long resetMicros(long[] state, long nowMicros) {
    return isUnspent(state, nowMicros)
        ? 0
        : waitMicros(state, nowMicros, remaining(state, nowMicros) + 1);
  }

  @Override
  public boolean isUnspent(long[] state, long nowMicros) {
    return counted(state, nowMicros) == 0;
  }

  @Override
  public SpentUnits spent(long[] state, long nowMicros) {
    return SpentUnits.of(counted(state, nowMicros));
  }

  @Override
  public long[] withAtLeast(SpentUnits spent, long[] state, long nowMicros) {
    long missing = spent.roundedUp() - counted(state, nowMicros);
    return missing <= 0 ? state : spend(state, nowMicros, missing);
  }

  /** Exact, except that a reload with carry-over moves older charges to the time of the reload. */
  @Override
  public void refund(long[] state, long spentAtMicros, long nowMicros, long cost) {
    LogRing.takeOut(state, spentAtMicros, cost);
  }

  /** True for all sliding logs: times and costs do not depend on permits or period. */
  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof SlidingLog;
  }

  private boolean isOld(long spentAt, long nowMicros) {
    return nowMicros - spentAt >= periodMicros;
  }

  @Override
  public String toString() {
    return "sliding-log " + super.toString();
  }
}
