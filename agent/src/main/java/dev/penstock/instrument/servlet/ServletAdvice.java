package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Woven into every filter and servlet: asks the gate, and runs the method only if it may. */
final class ServletAdvice {
  private ServletAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.Argument(0) Object request,
      @Advice.Argument(1) Object response,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("servlet", request, response);
    return ticket != null && Gate.refused(ticket);
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
