package dev.penstock.store.redis.script;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.SpentUnits;
import org.jspecify.annotations.Nullable;

/** The twin of windows of one length. */
final class ScriptedFixedWindow extends ScriptedLimit {
  private final FixedWindow window;
  private final byte[] length;
  private final byte[] permits;

  ScriptedFixedWindow(FixedWindow window) {
    super(ScriptedAlgorithm.FIXED, window.periodMicros());
    requireAtMost(MOST_EXACT, window.permits());
    this.window = window;
    length = ScriptArguments.ascii(window.periodMicros());
    permits = ScriptArguments.ascii(window.permits());
  }

  @Override
  public FixedWindow limit() {
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
}
