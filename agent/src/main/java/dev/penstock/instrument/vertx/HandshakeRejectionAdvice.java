package dev.penstock.instrument.vertx;

import dev.penstock.bootstrap.Gate;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Inlined where Vert.x 4 rejects the handshake of a WebSocket, without ending the response. */
final class HandshakeRejectionAdvice {
  private HandshakeRejectionAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(
      @Advice.FieldValue("request") @Nullable Object request, @Advice.Argument(0) int status) {
    if (request != null && status != 101) {
      Gate.enter("vertx-end", request, request, status);
    }
  }
}
