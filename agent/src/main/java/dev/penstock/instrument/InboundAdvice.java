package dev.penstock.instrument;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Inlined into a method that handles a request: asks the gate, and skips the method if the request
 * is rejected.
 */
final class InboundAdvice {
  private InboundAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Bound.Hook String hook,
      @Bound.Place Object place,
      @Bound.Request Object request,
      @Bound.Response @Nullable Object response,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter(hook, place, request, response);
    return Gate.skipsMethod(ticket);
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void leave(
      @Advice.Enter boolean skipped,
      @Advice.Local("ticket") @Nullable Ticket ticket,
      @Advice.Thrown @Nullable Throwable thrown) {
    if (ticket != null && !skipped) {
      Gate.leave(ticket, thrown);
    }
  }
}
