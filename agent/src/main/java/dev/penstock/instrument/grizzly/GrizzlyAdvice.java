package dev.penstock.instrument.grizzly;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Woven into every handler of Grizzly: asks the gate, and runs the method only if it may. */
final class GrizzlyAdvice {
  private GrizzlyAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This Object handler,
      @Advice.Argument(0) Object request,
      @Advice.Argument(1) Object response,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("grizzly", handler, request, response);
    return Gate.skipsMethod(ticket);
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void leave(
      @Advice.Enter boolean turnedAway,
      @Advice.Local("ticket") @Nullable Ticket ticket,
      @Advice.Thrown @Nullable Throwable thrown) {
    if (ticket != null && !turnedAway) {
      Gate.leave(ticket, thrown);
    }
  }
}
