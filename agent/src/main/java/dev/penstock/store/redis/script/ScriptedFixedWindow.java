package dev.penstock.store.redis.script;

import dev.penstock.limit.FixedWindow;

/** Fixed windows of one length, counted in Redis. */
final class ScriptedFixedWindow extends ScriptedNarrowWindow {
  private final FixedWindow window;

  ScriptedFixedWindow(FixedWindow window) {
    super(ScriptedAlgorithm.FIXED, window, /* recordLength= */ 2, window.periodMicros());
    this.window = window;
  }

  @Override
  long state(DecimalReader record) {
    return window.state(/* index= */ record.next(), /* current= */ record.next());
  }
}
