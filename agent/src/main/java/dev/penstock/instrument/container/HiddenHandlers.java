package dev.penstock.instrument.container;

import dev.penstock.log.AgentLog;
import java.util.concurrent.atomic.AtomicBoolean;

/** Handlers of an application that stand in front of its servlets, and may respond themselves. */
final class HiddenHandlers {
  private final AgentLog log;
  private final AtomicBoolean reported = new AtomicBoolean();

  HiddenHandlers(AgentLog log) {
    this.log = log;
  }

  /** Reports the first such handler. */
  void report(Class<?> handler) {
    if (!reported.get()
        && reported.compareAndSet(/* expectedValue= */ false, /* newValue= */ true)) {
      log.warn(
          "the handler "
              + handler.getName()
              + " runs in front of servlets. No rule limits requests to which it responds itself;"
              + " see docs/supported.md");
    }
  }
}
