package dev.penstock.twin;

import dev.penstock.limit.SlidingWindow;
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

  @Override
  Standing standing(String onRecord, long nowMicros, long cost) {
    Decimals decimals = new Decimals(onRecord);
    long index = decimals.next();
    long current = decimals.next();
    long state = window.state(index, /* previous= */ decimals.next(), current);
    return standing(
        window.remaining(state, nowMicros),
        window.resetMicros(state, nowMicros),
        window.waitMicros(state, nowMicros, cost),
        nowMicros,
        onRecord);
  }
}
