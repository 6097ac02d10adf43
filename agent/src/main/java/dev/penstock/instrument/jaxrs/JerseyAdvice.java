package dev.penstock.instrument.jaxrs;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Inlined where Jersey calls a resource method: throws the response of a rejection. */
final class JerseyAdvice {
  private JerseyAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This Object dispatcher,
      @Advice.Argument(1) Object request,
      @Advice.Local("ticket") @Nullable Ticket ticket) {
    ticket = Gate.enter("jersey", dispatcher, request, /* response= */ null);
    return Gate.skipsMethod(ticket);
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void leave(
      @Advice.Enter boolean skipped,
      @Advice.Local("ticket") @Nullable Ticket ticket,
      @Advice.Thrown(readOnly = false) @Nullable Throwable thrown) {
    if (skipped
        && ticket != null
        && Gate.result(ticket, /* result= */ null) instanceof Throwable rejection) {
      thrown = rejection;
    }
  }
}
