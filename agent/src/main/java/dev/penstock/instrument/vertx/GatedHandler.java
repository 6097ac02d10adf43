package dev.penstock.instrument.vertx;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks the gate before it calls the request handler of a server. */
final class GatedHandler implements Consumer<@Nullable Object> {
  private final Object handler;
  private final MethodHandle handle;

  GatedHandler(Class<?> type, Object handler) {
    this.handler = handler;
    handle = new Handles(type).bind("handle", void.class, Object.class);
  }

  @Override
  public void accept(@Nullable Object request) {
    Ticket ticket = request == null ? null : Gate.enter("vertx", handler, request, null);
    if (Gate.skipsMethod(ticket)) {
      return;
    }
    Throwable thrown = null;
    try {
      handle.invokeExact(handler, request);
    } catch (Throwable error) {
      thrown = error;
    }
    if (ticket != null) {
      Gate.leave(ticket, thrown);
    }
    if (thrown != null) {
      GatedHandler.<RuntimeException>rethrow(thrown);
    }
  }

  /** Rethrows an exception unchanged, even if it is checked. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
