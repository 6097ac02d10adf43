package dev.penstock.instrument.jaxrs;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * Woven into RESTEasy's ways to a resource method and to a sub-resource: answers in their place.
 */
final class ResteasyAdvice {
  private ResteasyAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.FieldValue(value = "method", typing = Assigner.Typing.DYNAMIC) Object resource,
      @Advice.Argument(0) Object request,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("resteasy", resource, request, /* answer= */ null);
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
