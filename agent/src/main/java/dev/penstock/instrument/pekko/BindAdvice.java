package dev.penstock.instrument.pekko;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/** Inlined where a server is bound: passes a handler that asks the gate, and other settings. */
final class BindAdvice {
  private BindAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(
      @Advice.This(typing = Assigner.Typing.DYNAMIC) Object http,
      @Advice.AllArguments(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object[] arguments) {
    Ticket ticket = Gate.enter("pekko", http, arguments, http);
    if (ticket != null) {
      arguments = (Object[]) Gate.replacement(ticket, arguments);
    }
  }
}
