package dev.penstock.instrument.jdkserver;

import dev.penstock.bootstrap.Gate;
import net.bytebuddy.asm.Advice;

/** Inlined where the server closes an exchange: notifies the hook. */
final class CloseAdvice {
  private CloseAdvice() {}

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void leave(@Advice.This Object exchange) {
    Gate.enter("jdk-server", /* place= */ exchange, /* request= */ exchange, /* response= */ null);
  }
}
