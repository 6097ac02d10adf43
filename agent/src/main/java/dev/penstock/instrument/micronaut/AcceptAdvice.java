package dev.penstock.instrument.micronaut;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * Inlined where Micronaut accepts a request: asks the gate, skips the method if the request is
 * rejected, and passes on the way to respond that the gate returns.
 */
final class AcceptAdvice {
  private AcceptAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This(typing = Assigner.Typing.DYNAMIC) Object handler,
      @Advice.AllArguments(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object[] arguments,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("micronaut", handler, arguments, /* response= */ null);
    if (ticket == null) {
      return false;
    }
    arguments = (Object[]) Gate.replacement(ticket, arguments);
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
