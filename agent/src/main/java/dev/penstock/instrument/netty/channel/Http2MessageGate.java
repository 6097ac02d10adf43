package dev.penstock.instrument.netty.channel;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.netty.AdmittedRequest;
import dev.penstock.instrument.server.GateResult;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.HttpConversionUtil.ExtensionHeaderNames;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides about the requests of a connection whose streams share one channel. */
@SuppressWarnings("FutureReturnValueIgnored") // writing is not waited for
final class Http2MessageGate extends ChannelDuplexHandler implements ExchangeOwner {
  /*
   * Netty's adapter passes each request in one piece, with the number of its stream in a header
   * field. Streams do not wait for each other.
   */
  private static final int UPGRADE_STREAM = 1;

  private final Map<Integer, AdmittedRequest> unanswered = new HashMap<>();
  private final Map<ChannelExchange, FullHttpRequest> suspended = new HashMap<>();
  private final Http2Connection connection;
  private @Nullable ChannelHandlerContext context;
  private @Nullable Boolean transparent;

  /** The stream whose response is being written in parts; 0 if there is none. */
  private int responding;

  Http2MessageGate(Http2Connection connection) {
    this.connection = connection;
  }

  private static int stream(HttpHeaders headers) {
    return headers.getInt(ExtensionHeaderNames.STREAM_ID.text(), 0);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    AdmittedRequest upgraded = ctx.channel().attr(ChannelExchange.UPGRADED).getAndSet(null);
    if (upgraded != null) {
      // It was decided before the upgrade, and its response is the one of the first stream.
      upgraded.claim();
      unanswered.put(UPGRADE_STREAM, upgraded);
    }
    connection.addListener(
        new Http2ConnectionAdapter() {
          @Override
          public void onStreamClosed(Http2Stream stream) {
            end(stream.id());
          }
        });
  }

  private void end(int stream) {
    AdmittedRequest exchange = unanswered.remove(stream);
    if (exchange != null) {
      exchange.ended();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (transparent == null) {
      transparent = RequestGate.isDecidedElsewhere(ctx.pipeline());
    }
    if (transparent
        || !(message instanceof FullHttpRequest request)
        || stream(request.headers()) == 0) {
      ctx.fireChannelRead(message);
      return;
    }
    settle(ctx, request, () -> new Http1Exchange(ctx, this, request), /* known= */ null);
  }

  /** Decides about a request; if that fails, the request continues. */
  private void settle(
      ChannelHandlerContext ctx,
      FullHttpRequest request,
      Supplier<Http1Exchange> newExchange,
      @Nullable GateResult known) {
    Http1Exchange exchange = null;
    try {
      exchange = newExchange.get();
      apply(ctx, exchange, request, known == null ? exchange.ask() : known);
    } catch (Throwable error) {
      Gate.suppressed(error);
      if (exchange != null) {
        exchange.ended();
      }
      ctx.fireChannelRead(request);
    }
  }

  private void apply(
      ChannelHandlerContext ctx,
      Http1Exchange exchange,
      FullHttpRequest request,
      GateResult result) {
    int stream = stream(request.headers());
    switch (result) {
      case ADMITTED -> {
        unanswered.put(stream, exchange);
        ctx.fireChannelRead(request);
      }
      case REJECTED -> {
        FullHttpResponse rejection = exchange.rejectionMessage();
        rejection.headers().setInt(ExtensionHeaderNames.STREAM_ID.text(), stream);
        ReferenceCountUtil.release(request);
        ctx.writeAndFlush(rejection);
      }
      case SUSPENDED -> suspended.put(exchange, request);
    }
  }

  @Override
  public void resume(ChannelExchange exchange, @Nullable GateResult known) {
    FullHttpRequest request = suspended.remove(exchange);
    if (request != null && context != null) {
      settle(context, request, () -> (Http1Exchange) exchange, known);
      context.fireChannelReadComplete();
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    Object written = message;
    boolean interim = false;
    if (message instanceof HttpResponse response) {
      responding = stream(response.headers());
      interim = response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
      written = interim ? message : started(response);
    }
    AdmittedRequest ended =
        message instanceof LastHttpContent && !interim ? unanswered.remove(responding) : null;
    ChannelPromise reported = promise;
    if (ended != null && ended.isEndReported()) {
      reported = promise.unvoid();
      reported.addListener(done -> ended.ended());
    }
    ctx.write(written, reported);
  }

  private Object started(HttpResponse response) {
    AdmittedRequest exchange = unanswered.get(responding);
    if (exchange == null) {
      return response;
    }
    exchange.responding(response.status().code());
    try {
      return Http1Exchange.withFields(response, exchange.fields());
    } catch (Throwable error) {
      Gate.suppressed(error);
      return response;
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    endAll();
    ctx.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    endAll();
  }

  private void endAll() {
    new ArrayList<>(unanswered.values()).forEach(AdmittedRequest::ended);
    unanswered.clear();
    suspended.forEach(
        (exchange, request) -> {
          exchange.ended();
          ReferenceCountUtil.release(request);
        });
    suspended.clear();
  }
}
