package dev.penstock.instrument.jaxrs;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.instrument.Bound;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * Inlined where CXF and RESTEasy call a resource method: asks the gate, and returns the response of
 * a rejection instead.
 */
final class ResourceMethodAdvice {
  private ResourceMethodAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Bound.Hook String hook,
      @Bound.Place Object place,
      @Bound.Request Object request,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter(hook, place, request, /* response= */ null);
    return Gate.skipsMethod(ticket);
  }

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void leave(
      @Advice.Enter boolean skipped,
      @Advice.Local("ticket") @Nullable Ticket ticket,
      @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) @Nullable Object result) {
    if (skipped && ticket != null) {
      result = Gate.result(ticket, result);
    }
  }
}
