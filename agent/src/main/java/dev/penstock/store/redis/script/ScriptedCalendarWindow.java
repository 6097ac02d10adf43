package dev.penstock.store.redis.script;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.SpentUnits;
import org.jspecify.annotations.Nullable;

/** The twin of the days, weeks or months of a time zone's calendar. */
final class ScriptedCalendarWindow extends ScriptedLimit {
  /*
   * A script knows no calendar. It is handed the edges of a few windows around the time that the
   * asker believes in, and picks the one that the server's time lies in. An asker whose clock is
   * off by more is told the time, and asks again.
   */
  private static final int EDGES = 5;

  private final CalendarWindow window;
  private final byte[] permits;

  /** The latest that were asked for; a plain field will do, for they never change. */
  private Edges edges;

  ScriptedCalendarWindow(CalendarWindow window) {
    super(ScriptedAlgorithm.CALENDAR, window.unit(), window.zone());
    requireAtMost(MOST_EXACT, window.permits());
    this.window = window;
    permits = ScriptArguments.ascii(window.permits());
    edges = edgesAround(window.indexAt(/* micros= */ 0));
  }

  @Override
  public CalendarWindow limit() {
    return window;
  }

  @Override
  void claim(ScriptArguments arguments, ScriptedClaim asked) {
    addEdges(arguments, asked.aroundMicros());
    arguments.add(permits).add(bounded(asked.total()));
  }

  private void addEdges(ScriptArguments arguments, long aroundMicros) {
    long index = window.indexAt(aroundMicros);
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
  void carry(ScriptArguments arguments, SpentUnits spent, long aroundMicros) {
    addEdges(arguments, aroundMicros);
    arguments.add(spent.roundedUp());
  }

  @Override
  SpentUnits spent(String onRecord, long nowMicros) {
    return window.spent(state(onRecord), nowMicros);
  }

  @Override
  void lease(ScriptArguments arguments, LeaseScriptCall.Request request) {
    addEdges(arguments, request.aroundMicros());
    arguments.add(permits);
  }

  @Override
  void refund(ScriptArguments arguments, ScriptedCharge charge, RefundPart how, InstanceId member) {
    arguments.add(window.indexAt(charge.atMicros())).add(bounded(charge.cost()));
  }

  private long state(String onRecord) {
    DecimalReader decimals = new DecimalReader(onRecord);
    return window.state(decimals.next(), decimals.next());
  }

  @Override
  boolean isRecord(@Nullable Object part) {
    return ScriptReplyParts.areDecimals(part, /* least= */ 2, /* most= */ 2);
  }

  @Override
  ScriptedKeyState standing(String onRecord, long nowMicros, long cost) {
    long state = state(onRecord);
    return standing(
        window.remaining(state, nowMicros),
        window.resetMicros(state, nowMicros),
        window.waitMicros(state, nowMicros, cost),
        nowMicros,
        onRecord);
  }

  /** The number of a window, and where those around it start and end. */
  private static final class Edges {
    final long index;
    final byte[][] numbers;

    Edges(long index, byte[][] numbers) {
      this.index = index;
      this.numbers = numbers;
    }
  }
}
