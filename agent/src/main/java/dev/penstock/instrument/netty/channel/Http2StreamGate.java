package dev.penstock.instrument.netty.channel;

import dev.penstock.instrument.netty.AdmittedRequest;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import org.jspecify.annotations.Nullable;

/** Decides about the one request of a channel for a stream of HTTP/2. */
@SuppressWarnings("FutureReturnValueIgnored") // writing is not waited for
final class Http2StreamGate extends RequestGate {
  /*
   * Netty grants the client more data as the frames of a channel are read, so the body of a
   * rejected request is read and released like that of an admitted one. A connection that was
   * upgraded from HTTP/1.1 passes the request once more, as stream 1.
   */
  private static final int UPGRADE_STREAM = 1;

  /** The response to the request, if it was admitted. */
  private @Nullable Http2Response response;

  private boolean started;

  /** Trailers and the responses to pushed requests have no method. */
  @Override
  boolean startsRequest(Object message) {
    boolean starts =
        !started && message instanceof Http2HeadersFrame frame && frame.headers().method() != null;
    return starts && !continuesUpgrade();
  }

  /** True for the request that has upgraded the connection, which was decided there. */
  private boolean continuesUpgrade() {
    boolean first =
        context().channel() instanceof Http2StreamChannel stream
            && stream.stream().id() == UPGRADE_STREAM;
    AdmittedRequest upgraded =
        first ? context().channel().parent().attr(ChannelExchange.UPGRADED).get() : null;
    if (upgraded == null) {
      return false;
    }
    started = true;
    response = new Http2Response(upgraded);
    upgraded.claim();
    return true;
  }

  @Override
  boolean endsRequest(Object message) {
    return Http2Response.isLast(message);
  }

  @Override
  ChannelExchange exchange(ChannelHandlerContext ctx, Object message) {
    started = true;
    return new Http2Exchange(
        ctx, this, ((Http2HeadersFrame) message).headers(), /* stream= */ null);
  }

  @Override
  void admitted(ChannelExchange exchange) {
    response = new Http2Response(exchange);
  }

  @Override
  void rejected(ChannelExchange exchange) {
    Http2Response.reject(context(), (Http2Exchange) exchange);
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (response == null) {
      ctx.write(message, promise);
    } else {
      response.write(ctx, message, promise);
    }
  }

  @Override
  void endAll() {
    if (response != null) {
      response.ended();
    }
  }
}
