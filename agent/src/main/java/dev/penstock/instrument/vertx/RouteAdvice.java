package dev.penstock.instrument.vertx;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Woven where a route that matches is about to call its handler. */
final class RouteAdvice {
  private RouteAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This Object place,
      @Advice.Argument(0) Object context,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("vertx-route", place, context, null);
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
