package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Woven into CXF's own way in, which takes requests of servlets but need not be called by one. */
final class DestinationAdvice {
  private DestinationAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This Object place,
      @Advice.Argument(value = 2, readOnly = false, typing = Assigner.Typing.DYNAMIC)
          Object request,
      @Advice.Argument(3) Object response,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("servlet", place, request, response);
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
      @Advice.Enter boolean turnedAway,
      @Advice.Local("ticket") @Nullable Ticket ticket,
      @Advice.Thrown @Nullable Throwable thrown) {
    if (ticket != null && !turnedAway) {
      Gate.leave(ticket, thrown);
    }
  }
}
