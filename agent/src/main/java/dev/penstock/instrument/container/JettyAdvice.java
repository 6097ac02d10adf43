package dev.penstock.instrument.container;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Woven into the security handler of Jetty up to 11. */
final class JettyAdvice {
  private JettyAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.Argument(1) Object ownRequest,
      @Advice.Argument(2) Object request,
      @Advice.Argument(3) Object response,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("container", ownRequest, request, response);
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
