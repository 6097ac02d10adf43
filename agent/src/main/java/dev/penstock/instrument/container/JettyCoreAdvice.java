package dev.penstock.instrument.container;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.instrument.Bound;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Inlined into handlers of Jetty 12, which return true, for handled, if they are skipped. */
final class JettyCoreAdvice {
  private JettyCoreAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Bound.Hook String hook,
      @Bound.Place Object callback,
      @Bound.Request Object request,
      @Bound.Response Object response,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter(hook, callback, request, response);
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
