package dev.penstock.instrument.netty;

import dev.penstock.bootstrap.Gate;
import net.bytebuddy.asm.Advice;

/** Inlined where a handler has been added to a pipeline: may add ours behind it. */
final class HandlerAddedAdvice {
  private HandlerAddedAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit(@Advice.This Object context) {
    Gate.enter("netty", context, context, null);
  }
}
