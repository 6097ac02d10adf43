package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Inlined where a container upgrades a request: passes the connection's handler to the hook. */
final class UpgradeAdvice {
  private UpgradeAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void leave(
      @Advice.This Object request,
      @Advice.Return(typing = Assigner.Typing.DYNAMIC) @Nullable Object handler) {
    Gate.enter("websocket", request, request, handler);
  }
}
