package dev.penstock.instrument.vertx;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Woven where a response is told who wants to hear of its end: there is room for one alone. */
final class EndAdvice {
  private EndAdvice() {}

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
