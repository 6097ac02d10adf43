package dev.penstock.instrument.vertx;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Servers of Vert.x, when they are given the handler of all their requests. */
public final class VertxServerHook implements Hook {
  /*
   * There is no method that every request passes and that is the same in all versions, but there is
   * one handler. The application can see ours if it asks the server for its handler.
   */
  private static final String SERVER = "io.vertx.core.http.impl.HttpServerImpl";
  private static final String DESCRIPTOR =
      "(Lio/vertx/core/Handler;)Lio/vertx/core/http/HttpServer;";
  private static final String ADVICE = "dev.penstock.instrument.vertx.ServerAdvice";

  @Override
  public String name() {
    return "vertx-server";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(HookTarget.in(SERVER, "requestHandler", DESCRIPTOR, ADVICE));
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
