package dev.penstock.instrument.vertx;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Woven where a server is given its handler: puts one in front of it that asks the gate. */
final class ServerAdvice {
  private ServerAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(
      @Advice.This Object server,
      @Advice.Argument(value = 0, readOnly = false, typing = Assigner.Typing.DYNAMIC)
          @Nullable Object handler) {
    if (handler == null) {
      return;
    }
    Ticket ticket = Gate.enter("vertx-server", server, handler, null);
    if (ticket != null) {
      handler = Gate.replacement(ticket, handler);
    }
  }
}
