package dev.penstock.limit;

/** Admits {@code permits} in each window; windows start at multiples of their length since 1970. */
public final class FixedWindow extends TumblingWindowLimit {
  public FixedWindow(long permits, long periodMicros) {
    this(permits, periodMicros, count(periodMicros));
  }

  private FixedWindow(long permits, long periodMicros, WindowStateLayout count) {
    super(permits, periodMicros, new ClockWindows(periodMicros, count), count);
  }

  /** The largest number of permits that the state of a window of this length can count. */
  public static long mostPermits(long periodMicros) {
    return count(periodMicros).most();
  }

  private static WindowStateLayout count(long periodMicros) {
    return WindowStateLayout.ofPeriod(periodMicros, /* counters= */ 1);
  }

  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof FixedWindow that && that.periodMicros == periodMicros;
  }

  @Override
  public String toString() {
    return "fixed-window " + super.toString();
  }
}
