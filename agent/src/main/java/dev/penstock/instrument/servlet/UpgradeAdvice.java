package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Woven where a container upgrades a request: reports the handler of the connection. */
final class UpgradeAdvice {
  private UpgradeAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void leave(
      @Advice.This Object request,
      @Advice.Return(typing = Assigner.Typing.DYNAMIC) @Nullable Object handler) {
    Gate.enter("websocket", request, request, handler);
  }
}
