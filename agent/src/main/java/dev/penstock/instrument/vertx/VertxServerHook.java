package dev.penstock.instrument.vertx;

import static dev.penstock.instrument.MethodValue.NONE;
import static dev.penstock.instrument.MethodValue.THIS;
import static dev.penstock.instrument.MethodValue.argument;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Replaces the request handler of servers of Vert.x by one that asks the gate. */
public final class VertxServerHook implements InboundHook {
  /*
   * No method that is the same in all versions receives every request, but there is one handler.
   * The application can see ours if it reads the handler of the server.
   */
  private static final String SERVER = "io.vertx.core.http.impl.HttpServerImpl";
  private static final String DESCRIPTOR =
      "(Lio/vertx/core/Handler;)Lio/vertx/core/http/HttpServer;";

  @Override
  public String name() {
    return "vertx-server";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(SERVER, "requestHandler", DESCRIPTOR, HANDLER_ADVICE)
            .passing(name(), THIS, argument(0), NONE));
  }

  @Override
  public @Nullable InboundExchange exchange(Object server, Object handler, @Nullable Object none) {
    return null;
  }

  @Override
  public @Nullable Object replacement(Object handler, @Nullable Object none) {
    Class<?> type = Handles.typeNamed(handler.getClass(), VertxHandler.TYPE);
    return type == null ? null : VertxHandler.of(type, new GatedHandler(type, handler));
  }
}
