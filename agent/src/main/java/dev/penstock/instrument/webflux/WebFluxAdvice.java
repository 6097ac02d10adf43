package dev.penstock.instrument.webflux;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.instrument.Bound;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * Inlined into methods of WebFlux that return a Mono: asks the gate, and returns the Mono that the
 * gate makes.
 */
final class WebFluxAdvice {
  private WebFluxAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Bound.Hook String hook,
      @Bound.Place Object place,
      @Bound.Request Object serverExchange,
      @Bound.Response @Nullable Object handler,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter(hook, place, serverExchange, handler);
    return Gate.skipsMethod(ticket);
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void leave(
      @Advice.Enter boolean skipped,
      @Advice.Local("ticket") @Nullable Ticket ticket,
      @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) @Nullable Object mono,
      @Advice.Thrown @Nullable Throwable thrown) {
    if (ticket == null) {
      return;
    }
    if (thrown == null) {
      mono = Gate.result(ticket, mono);
    }
    if (!skipped) {
      Gate.leave(ticket, thrown);
    }
  }
}
