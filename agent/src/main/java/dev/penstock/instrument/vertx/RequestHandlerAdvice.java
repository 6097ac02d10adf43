package dev.penstock.instrument.vertx;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Inlined where the request handler of a server is set: replaces it by one that asks the gate. */
final class RequestHandlerAdvice {
  private RequestHandlerAdvice() {}

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
