package dev.penstock.instrument;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * Inlined into a client method that makes a call: asks the gate, and returns or throws what the
 * gate says.
 *
 * <p>All clients share this advice, because the gate identifies their methods by name and
 * descriptor.
 */
final class OutboundAdvice {
  private OutboundAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.Origin("#m#d") String method,
      @Advice.This(typing = Assigner.Typing.DYNAMIC) Object place,
      @Advice.AllArguments(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object[] arguments,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enterClient(method, place, arguments);
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
      @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) @Nullable Object result,
      @Advice.Thrown(readOnly = false, typing = Assigner.Typing.DYNAMIC)
          @Nullable Throwable thrown) {
    if (ticket == null) {
      return;
    }
    if (thrown == null) {
      result = Gate.result(ticket, result);
    }
    if (skipped) {
      thrown = Gate.thrown(ticket);
    } else {
      Gate.leave(ticket, thrown);
    }
  }
}
