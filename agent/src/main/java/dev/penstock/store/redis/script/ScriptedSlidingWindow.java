package dev.penstock.store.redis.script;

import dev.penstock.limit.SlidingWindow;

/** A sliding window that is approximated with two counters, in Redis. */
final class ScriptedSlidingWindow extends ScriptedNarrowWindow {
  private final SlidingWindow window;

  ScriptedSlidingWindow(SlidingWindow window) {
    super(ScriptedAlgorithm.SLIDING, window, /* recordLength= */ 3, window.periodMicros());
    this.window = window;
  }

  @Override
  long state(DecimalReader record) {
    long index = record.next();
    long current = record.next();
    return window.state(index, /* previous= */ record.next(), current);
  }
}
