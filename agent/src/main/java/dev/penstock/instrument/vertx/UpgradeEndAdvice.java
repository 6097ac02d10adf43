package dev.penstock.instrument.vertx;

import dev.penstock.bootstrap.Gate;
import net.bytebuddy.asm.Advice;

/**
 * Inlined where a response ends with an upgrade of its connection, without calling its end handler.
 */
final class UpgradeEndAdvice {
  private UpgradeEndAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void leave(@Advice.This Object response) {
    Gate.enter("vertx-end", response, response, response);
  }
}
