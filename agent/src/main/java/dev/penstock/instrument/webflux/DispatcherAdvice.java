package dev.penstock.instrument.webflux;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Woven where WebFlux looks for a handler: by then the caller can be asked for. */
final class DispatcherAdvice {
  private DispatcherAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This Object place,
      @Advice.Argument(0) Object exchange,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("webflux-user", place, exchange, null);
    return Gate.skipsMethod(ticket);
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void leave(
      @Advice.Enter boolean skipped,
      @Advice.Local("ticket") @Nullable Ticket ticket,
      @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) @Nullable Object promise,
      @Advice.Thrown @Nullable Throwable thrown) {
    if (ticket == null) {
      return;
    }
    if (thrown == null) {
      promise = Gate.result(ticket, promise);
    }
    if (!skipped) {
      Gate.leave(ticket, thrown);
    }
  }
}
