package dev.penstock.instrument.container;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Woven into the security handler of Jetty 12, which tells whether a request was handled. */
final class JettyCoreAdvice {
  private JettyCoreAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.Argument(0) Object request,
      @Advice.Argument(1) Object response,
      @Advice.Argument(2) Object callback,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("container", callback, request, response);
    return Gate.skipsMethod(ticket);
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void leave(
      @Advice.Enter boolean skipped,
      @Advice.Local("ticket") @Nullable Ticket ticket,
      @Advice.Return(readOnly = false) boolean handled,
      @Advice.Thrown @Nullable Throwable thrown) {
    if (skipped) {
      handled = true;
    }
    if (ticket != null && !skipped) {
      Gate.leave(ticket, thrown);
    }
  }
}
