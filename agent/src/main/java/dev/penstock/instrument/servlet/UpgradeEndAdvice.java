package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import net.bytebuddy.asm.Advice;

/** Woven where a container closes a socket, and where it ends the handler of a connection. */
final class UpgradeEndAdvice {
  private UpgradeEndAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(@Advice.This Object handlerOrSocket) {
    Gate.enter("websocket", handlerOrSocket, handlerOrSocket, null);
  }
}
