package dev.penstock.store.redis.script;

import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.SpentUnits;
import org.jspecify.annotations.Nullable;

/** A sliding window that is approximated with two counters, in Redis. */
final class ScriptedSlidingWindow extends ScriptedWindow {
  private final SlidingWindow window;
  private final byte[] length;

  ScriptedSlidingWindow(SlidingWindow window) {
    super(ScriptedAlgorithm.SLIDING, window.permits(), window.periodMicros());
    this.window = window;
    length = ScriptArguments.ascii(window.periodMicros());
  }

  @Override
  public SlidingWindow limit() {
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
    return ScriptReplyParts.areDecimals(part, /* least= */ 3, /* most= */ 3);
  }

  private long state(String record) {
    DecimalReader decimals = new DecimalReader(record);
    long index = decimals.next();
    long current = decimals.next();
    return window.state(index, /* previous= */ decimals.next(), current);
  }

  @Override
  ScriptedKeyState keyState(String record, long nowMicros, long cost) {
    return keyState(window, state(record), nowMicros, cost, record);
  }
}
