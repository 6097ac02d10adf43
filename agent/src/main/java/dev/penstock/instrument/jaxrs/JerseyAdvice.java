package dev.penstock.instrument.jaxrs;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Woven into Jersey's way to a resource method: throws the answer if the gate says no. */
final class JerseyAdvice {
  private JerseyAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This Object dispatcher,
      @Advice.Argument(1) Object request,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("jersey", dispatcher, request, /* answer= */ null);
    return Gate.skipsMethod(ticket);
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void leave(
      @Advice.Enter boolean turnedAway,
      @Advice.Local("ticket") @Nullable Ticket ticket,
      @Advice.Thrown(readOnly = false) @Nullable Throwable thrown) {
    if (turnedAway
        && ticket != null
        && Gate.result(ticket, /* result= */ null) instanceof Throwable refusal) {
      thrown = refusal;
    }
  }
}
