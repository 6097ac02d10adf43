package dev.penstock.instrument.container;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Woven into methods whose first two arguments are a servlet request and its response. */
final class ContainerAdvice {
  private ContainerAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This Object place,
      @Advice.Argument(0) Object request,
      @Advice.Argument(1) Object response,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("container", place, request, response);
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
