package dev.penstock.instrument.jdkserver;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import java.util.ListIterator;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Woven into the chain of filters: its filters so far and its handler say where the call is. */
final class JdkServerAdvice {
  private JdkServerAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.FieldValue("iter") ListIterator<?> filters,
      @Advice.FieldValue(value = "handler", typing = Assigner.Typing.DYNAMIC) Object handler,
      @Advice.Argument(0) Object exchange,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("jdk-server", handler, exchange, filters);
    return Gate.skipsMethod(ticket);
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void leave(
      @Advice.Enter boolean turnedAway,
      @Advice.Local("ticket") @Nullable Ticket ticket,
      @Advice.Thrown @Nullable Throwable thrown) {
    if (ticket != null && !turnedAway) {
      Gate.leave(ticket, thrown);
    }
  }
}
