package dev.penstock.twin;

import dev.penstock.limit.FixedWindow;
import org.jspecify.annotations.Nullable;

/** The twin of windows of one length. */
final class FixedTwin extends Twin {
  private final FixedWindow window;
  private final byte[] length;
  private final byte[] permits;

  FixedTwin(FixedWindow window) {
    super(Kind.FIXED, window.periodMicros());
    requireAtMost(MOST_EXACT, window.permits());
    this.window = window;
    length = Arguments.ascii(window.periodMicros());
    permits = Arguments.ascii(window.permits());
  }

  @Override
  public FixedWindow limit() {
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
    return ReplyParts.areDecimals(part, /* least= */ 2, /* most= */ 2);
  }

  @Override
  Standing standing(String onRecord, long nowMicros, long cost) {
    Decimals decimals = new Decimals(onRecord);
    long state = window.state(decimals.next(), decimals.next());
    return standing(
        window.remaining(state, nowMicros),
        window.resetMicros(state, nowMicros),
        window.waitMicros(state, nowMicros, cost),
        nowMicros,
        onRecord);
  }
}
