package dev.penstock.instrument.grpc;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * Inlined where a transport reports a new stream: asks the gate, and lets the call continue with a
 * stream that reports its end.
 */
final class StreamCreatedAdvice {
  private StreamCreatedAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This Object library,
      @Advice.FieldValue("transport") Object transport,
      @Advice.Argument(value = 0, readOnly = false, typing = Assigner.Typing.DYNAMIC) Object stream,
      @Advice.Argument(1) String method,
      @Advice.Argument(2) Object headers,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("grpc", library, new Object[] {transport, stream, method, headers}, null);
    if (ticket != null) {
      stream = Gate.replacement(ticket, stream);
    }
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
