package dev.penstock.instrument.webflux;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.NettyChannel;
import org.jspecify.annotations.Nullable;

/** Detects WebSocket sessions of Reactor Netty by the request that opened them. */
final class NettyWebSocket {
  /*
   * Spring does not see the status of the handshake, and its Mono for the request completes when
   * the session begins. So this class reads Reactor Netty's own request.
   */
  private static final String REQUEST = "reactor.netty.http.server.HttpServerRequest";
  private static final String CONNECTION = "reactor.netty.DisposableChannel";

  private NettyWebSocket() {}

  /** True if this request of Reactor Netty has opened a session. */
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

  /** Runs a callback when the session closes; returns false if the server does not report it. */
  static boolean onClose(@Nullable Object request, Runnable callback) {
    Class<?> type = request == null ? null : Handles.typeNamed(request.getClass(), CONNECTION);
    try {
      return type != null
          && NettyChannel.onClose(
              Handles.get(new Handles(type).bindAny("channel"), request), callback);
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
      return false;
    }
  }
}
