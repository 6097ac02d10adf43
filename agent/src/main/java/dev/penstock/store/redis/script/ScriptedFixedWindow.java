package dev.penstock.store.redis.script;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.SpentUnits;
import org.jspecify.annotations.Nullable;

/** Fixed windows of one length, counted in Redis. */
final class ScriptedFixedWindow extends ScriptedWindow {
  private final FixedWindow window;
  private final byte[] length;

  ScriptedFixedWindow(FixedWindow window) {
    super(ScriptedAlgorithm.FIXED, window.permits(), window.periodMicros());
    this.window = window;
    length = ScriptArguments.ascii(window.periodMicros());
  }

  @Override
  public FixedWindow limit() {
    return window;
  }

  @Override
  void addWindow(ScriptArguments arguments, long aroundMicros) {
    arguments.add(length);
  }

  @Override
  long indexAt(long micros) {
    return window.indexAt(micros);
  }

  @Override
  SpentUnits spent(String onRecord, long nowMicros) {
    return window.spent(state(onRecord), nowMicros);
  }

  @Override
  boolean isRecord(@Nullable Object part) {
    return ScriptReplyParts.areDecimals(part, /* least= */ 2, /* most= */ 2);
  }

  private long state(String onRecord) {
    DecimalReader decimals = new DecimalReader(onRecord);
    return window.state(decimals.next(), decimals.next());
  }

  @Override
  ScriptedKeyState standing(String onRecord, long nowMicros, long cost) {
    return standing(window, state(onRecord), nowMicros, cost, onRecord);
  }
}
