package dev.penstock.instrument.micronaut;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Inlined where Micronaut executes a route: asks the gate, and returns what it says instead. */
final class ExecuteRouteAdvice {
  private ExecuteRouteAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This(typing = Assigner.Typing.DYNAMIC) Object lifecycle,
      @Advice.AllArguments(typing = Assigner.Typing.DYNAMIC) Object[] arguments,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("micronaut-route", lifecycle, arguments, /* response= */ null);
    return Gate.skipsMethod(ticket);
  }

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void leave(
      @Advice.Enter boolean skipped,
      @Advice.Local("ticket") @Nullable Ticket ticket,
      @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) @Nullable Object flow) {
    if (skipped && ticket != null) {
      flow = Gate.result(ticket, flow);
    }
  }
}
