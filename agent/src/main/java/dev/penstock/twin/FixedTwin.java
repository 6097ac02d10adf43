package dev.penstock.twin;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.SpentUnits;
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

  private long state(String onRecord) {
    Decimals decimals = new Decimals(onRecord);
    return window.state(decimals.next(), decimals.next());
  }

  @Override
  boolean isRecord(@Nullable Object part) {
    return ReplyParts.areDecimals(part, /* least= */ 2, /* most= */ 2);
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
