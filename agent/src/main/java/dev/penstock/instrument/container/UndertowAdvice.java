package dev.penstock.instrument.container;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Woven into the outermost handler of a deployment of Undertow. */
final class UndertowAdvice {
  private UndertowAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This Object handler,
      @Advice.Argument(0) Object exchange,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("container", handler, exchange, null);
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
