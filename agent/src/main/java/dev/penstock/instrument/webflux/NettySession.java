package dev.penstock.instrument.webflux;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.NettyChannel;
import org.jspecify.annotations.Nullable;

/** A WebSocket session on Reactor Netty, known by the request that has opened it. */
final class NettySession {
  /*
   * Spring never learns the status of the handshake, and its promise for the request is kept when
   * the session begins. So Reactor Netty itself is asked.
   */
  private static final String REQUEST = "reactor.netty.http.server.HttpServerRequest";
  private static final String CONNECTION = "reactor.netty.DisposableChannel";

  private NettySession() {}

  /** True if this request of a server has opened a session. */
  static boolean isOpenedBy(@Nullable Object request) {
    Class<?> type = request == null ? null : Handles.typeNamed(request.getClass(), REQUEST);
    try {
      return type != null
          && (boolean) Handles.get(new Handles(type).bindAny("isWebsocket"), request);
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
      return false;
    }
  }

  /** True if this runs when the session is closed; false if the server does not report that. */
  static boolean tellsClose(@Nullable Object request, Runnable atClose) {
    Class<?> type = request == null ? null : Handles.typeNamed(request.getClass(), CONNECTION);
    try {
      return type != null
          && NettyChannel.tellsClose(
              Handles.get(new Handles(type).bindAny("channel"), request), atClose);
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
      return false;
    }
  }
}
