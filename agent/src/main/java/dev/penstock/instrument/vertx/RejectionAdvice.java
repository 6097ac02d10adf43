package dev.penstock.instrument.vertx;

import dev.penstock.bootstrap.Gate;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Woven where Vert.x 4 answers the handshake of a WebSocket, past the response if it rejects. */
final class RejectionAdvice {
  private RejectionAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(
      @Advice.FieldValue("request") @Nullable Object request, @Advice.Argument(0) int status) {
    if (request != null && status != 101) {
      Gate.enter("vertx-end", request, request, status);
    }
  }
}
