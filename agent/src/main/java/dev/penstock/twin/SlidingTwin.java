package dev.penstock.twin;

import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.SpentUnits;
import org.jspecify.annotations.Nullable;

/** The twin of a window that slides, counted by two counters. */
final class SlidingTwin extends Twin {
  private final SlidingWindow window;
  private final byte[] length;
  private final byte[] permits;

  SlidingTwin(SlidingWindow window) {
    super(Kind.SLIDING, window.periodMicros());
    this.window = window;
    length = Arguments.ascii(window.periodMicros());
    permits = Arguments.ascii(window.permits());
  }

  @Override
  public SlidingWindow limit() {
    return window;
  }

  @Override
  void claim(Arguments arguments, Asked asked) {
    arguments.add(length).add(permits).add(bounded(asked.total()));
  }

  @Override
  void carry(Arguments arguments, SpentUnits spent, long aroundMicros) {
    arguments.add(length).add(spent.roundedUp());
  }

  @Override
  SpentUnits spent(String onRecord, long nowMicros) {
    return window.spent(state(onRecord), nowMicros);
  }

  @Override
  void lease(Arguments arguments, LeaseCall.Request request) {
    arguments.add(length).add(permits);
  }

  @Override
  void refund(Arguments arguments, Charge charge, Refunding how, Member member) {
    arguments.add(window.indexAt(charge.atMicros())).add(bounded(charge.cost()));
  }

  @Override
  boolean isRecord(@Nullable Object part) {
    return ReplyParts.areDecimals(part, /* least= */ 3, /* most= */ 3);
  }

  private long state(String onRecord) {
    Decimals decimals = new Decimals(onRecord);
    long index = decimals.next();
    long current = decimals.next();
    return window.state(index, /* previous= */ decimals.next(), current);
  }

  @Override
  Standing standing(String onRecord, long nowMicros, long cost) {
    long state = state(onRecord);
    return standing(
        window.remaining(state, nowMicros),
        window.resetMicros(state, nowMicros),
        window.waitMicros(state, nowMicros, cost),
        nowMicros,
        onRecord);
  }
}
