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
    return standing(window, state(onRecord), nowMicros, cost, onRecord);
  }
}
