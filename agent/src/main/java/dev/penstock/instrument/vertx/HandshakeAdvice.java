package dev.penstock.instrument.vertx;

import dev.penstock.bootstrap.Gate;
import net.bytebuddy.asm.Advice;

/** Woven where a response ends because its connection was upgraded, which its handler misses. */
final class HandshakeAdvice {
  private HandshakeAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void leave(@Advice.This Object response) {
    Gate.enter("vertx-end", response, response, response);
  }
}
