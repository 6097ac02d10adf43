package dev.penstock.instrument;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Inlined into a method that gets a handler of the application: passes one in its place that asks
 * the gate.
 */
final class HandlerAdvice {
  private HandlerAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(
      @Bound.Hook String hook, @Bound.Place Object place, @Bound.Request @Nullable Object handler) {
    if (handler == null) {
      return;
    }
    Ticket ticket = Gate.enter(hook, place, handler, /* response= */ null);
    if (ticket != null) {
      handler = Gate.replacement(ticket, handler);
    }
  }
}
