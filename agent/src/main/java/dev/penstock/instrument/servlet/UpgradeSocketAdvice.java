package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import net.bytebuddy.asm.Advice;

/** Woven where the handler of an upgraded connection gets its socket. */
final class UpgradeSocketAdvice {
  private UpgradeSocketAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(@Advice.This Object handler, @Advice.Argument(0) Object socket) {
    Gate.enter("websocket", handler, handler, socket);
  }
}
