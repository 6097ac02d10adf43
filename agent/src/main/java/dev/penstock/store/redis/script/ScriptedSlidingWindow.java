package dev.penstock.store.redis.script;

import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.SpentUnits;
import org.jspecify.annotations.Nullable;

/** The twin of a window that slides, counted by two counters. */
final class ScriptedSlidingWindow extends ScriptedLimit {
  private final SlidingWindow window;
  private final byte[] length;
  private final byte[] permits;

  ScriptedSlidingWindow(SlidingWindow window) {
    super(ScriptedAlgorithm.SLIDING, window.periodMicros());
    this.window = window;
    length = ScriptArguments.ascii(window.periodMicros());
    permits = ScriptArguments.ascii(window.permits());
  }

  @Override
  public SlidingWindow limit() {
    return window;
  }

  @Override
  void claim(ScriptArguments arguments, ScriptedClaim asked) {
    arguments.add(length).add(permits).add(bounded(asked.total()));
  }

  @Override
  void carry(ScriptArguments arguments, SpentUnits spent, long aroundMicros) {
    arguments.add(length).add(spent.roundedUp());
  }

  @Override
  SpentUnits spent(String onRecord, long nowMicros) {
    return window.spent(state(onRecord), nowMicros);
  }

  @Override
  void lease(ScriptArguments arguments, LeaseScriptCall.Request request) {
    arguments.add(length).add(permits);
  }

  @Override
  void refund(ScriptArguments arguments, ScriptedCharge charge, RefundPart how, InstanceId member) {
    arguments.add(window.indexAt(charge.atMicros())).add(bounded(charge.cost()));
  }

  @Override
  boolean isRecord(@Nullable Object part) {
    return ScriptReplyParts.areDecimals(part, /* least= */ 3, /* most= */ 3);
  }

  private long state(String onRecord) {
    DecimalReader decimals = new DecimalReader(onRecord);
    long index = decimals.next();
    long current = decimals.next();
    return window.state(index, /* previous= */ decimals.next(), current);
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
}
