package dev.penstock.instrument.jaxrs;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Woven into CXF's way to a resource method: answers in its place if the gate says no. */
final class CxfAdvice {
  private CxfAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This Object invoker,
      @Advice.Argument(0) Object exchange,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("cxf", invoker, exchange, /* answer= */ null);
    return Gate.skipsMethod(ticket);
  }

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void leave(
      @Advice.Enter boolean turnedAway,
      @Advice.Local("ticket") @Nullable Ticket ticket,
      @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) @Nullable Object result) {
    if (turnedAway && ticket != null) {
      result = Gate.result(ticket, result);
    }
  }
}
