package dev.penstock.store.redis.script;

import dev.penstock.limit.CalendarWindow;

/** Calendar days, weeks or months in a time zone, counted in Redis. */
final class ScriptedCalendarWindow extends ScriptedNarrowWindow {
  /*
   * A script knows no calendar. It gets the boundaries of a few windows around the approximate
   * time, and selects the window that contains the server's time. If none does, the script only
   * returns its time, and the call is repeated.
   */
  private static final int EDGES = 5;

  private final CalendarWindow window;

  /** The boundaries that were used last. A plain field is enough, because they never change. */
  private Edges edges;

  ScriptedCalendarWindow(CalendarWindow window) {
    super(ScriptedAlgorithm.CALENDAR, window, /* recordLength= */ 2, window.unit(), window.zone());
    this.window = window;
    edges = edgesAround(window.indexAt(/* micros= */ 0));
  }

  @Override
  void addWindow(ScriptArguments arguments, long approxMicros) {
    long index = window.indexAt(approxMicros);
    Edges latest = edges;
    if (latest.index != index) {
      latest = edgesAround(index);
      edges = latest;
    }
    for (byte[] number : latest.numbers) {
      arguments.add(number);
    }
  }

  private Edges edgesAround(long index) {
    byte[][] numbers = new byte[1 + EDGES][];
    numbers[0] = ScriptArguments.ascii(index);
    for (int i = 0; i < EDGES; i++) {
      numbers[1 + i] = ScriptArguments.ascii(window.endMicros(index - 2 + i));
    }
    return new Edges(index, numbers);
  }

  @Override
  long state(DecimalReader record) {
    return window.state(/* index= */ record.next(), /* current= */ record.next());
  }

  /** The index of a window, and the boundaries of the windows around it. */
  private static final class Edges {
    final long index;
    final byte[][] numbers;

    Edges(long index, byte[][] numbers) {
      this.index = index;
      this.numbers = numbers;
    }
  }
}
