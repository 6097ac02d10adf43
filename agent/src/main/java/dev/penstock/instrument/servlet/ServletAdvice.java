package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.instrument.Bound;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Inlined into filters and servlets: asks the gate, skips the method if the request is rejected,
 * and passes on a request whose form can be read again if a rule has read it.
 */
final class ServletAdvice {
  private ServletAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Bound.Hook String hook,
      @Bound.Place Object place,
      @Bound.Request Object request,
      @Bound.Response Object response,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter(hook, place, request, response);
    if (ticket == null) {
      return false;
    }
    request = Gate.replacement(ticket, request);
    return Gate.skipsMethod(ticket);
  }

  @Advice.OnMethodExit(
      onThrowable = Throwable.class,
      suppress = Throwable.class,
      backupArguments = false)
  static void leave(
      @Advice.Enter boolean skipped,
      @Advice.Local("ticket") @Nullable Ticket ticket,
      @Advice.Thrown @Nullable Throwable thrown) {
    if (ticket != null && !skipped) {
      Gate.leave(ticket, thrown);
    }
  }
}
