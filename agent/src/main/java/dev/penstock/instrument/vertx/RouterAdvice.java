package dev.penstock.instrument.vertx;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Woven into the router: asks the gate, and routes only what may go on. */
final class RouterAdvice {
  private RouterAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This Object place,
      @Advice.Argument(0) Object request,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("vertx", place, request, null);
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
