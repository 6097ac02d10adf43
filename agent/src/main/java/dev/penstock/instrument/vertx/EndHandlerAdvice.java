package dev.penstock.instrument.vertx;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Inlined where the end handler of a response is set: replaces it by one that also notifies us. */
final class EndHandlerAdvice {
  private EndHandlerAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(
      @Advice.This Object response,
      @Advice.Argument(value = 0, readOnly = false, typing = Assigner.Typing.DYNAMIC)
          @Nullable Object handler) {
    Ticket ticket = Gate.enter("vertx-end", response, response, handler);
    if (ticket != null) {
      handler = ticket.replacement();
    }
  }
}
