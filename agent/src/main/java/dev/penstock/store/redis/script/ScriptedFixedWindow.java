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
  void addWindow(ScriptArguments arguments, long approxMicros) {
    arguments.add(length);
  }

  @Override
  long indexAt(long micros) {
    return window.indexAt(micros);
  }

  @Override
  SpentUnits spent(String record, long nowMicros) {
    return window.spent(state(record), nowMicros);
  }

  @Override
  boolean isValidRecord(@Nullable Object part) {
    return ScriptReplyParts.areDecimals(part, /* least= */ 2, /* most= */ 2);
  }

  private long state(String record) {
    DecimalReader decimals = new DecimalReader(record);
    return window.state(decimals.next(), decimals.next());
  }

  @Override
  ScriptedKeyState keyState(String record, long nowMicros, long cost) {
    return keyState(window, state(record), nowMicros, cost, record);
  }
}
