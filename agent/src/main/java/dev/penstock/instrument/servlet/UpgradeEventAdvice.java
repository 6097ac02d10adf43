package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.Bound;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Inlined where an upgraded connection gets its socket and where it ends: notifies the hook. */
final class UpgradeEventAdvice {
  private UpgradeEventAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(
      @Bound.Hook String hook,
      @Bound.Place Object place,
      @Bound.Request Object handlerOrSocket,
      @Bound.Response @Nullable Object socket) {
    Gate.enter(hook, place, handlerOrSocket, socket);
  }
}
