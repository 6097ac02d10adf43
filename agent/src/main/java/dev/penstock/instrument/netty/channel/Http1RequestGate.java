package dev.penstock.instrument.netty.channel;

import dev.penstock.bootstrap.Gate;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Decides about the requests of a connection with HTTP/1.1. */
@SuppressWarnings("FutureReturnValueIgnored") // writing is not waited for
final class Http1RequestGate extends RequestGate {
  /*
   * A client may send requests before it has the responses of earlier ones, and gets all responses
   * in the order of the requests. So a rejection waits behind the responses of the application.
   */
  private final Queue<Http1Exchange> unanswered = new ArrayDeque<>();

  /** The request that the application is responding to. */
  private @Nullable Http1Exchange responding;

  @Override
  boolean startsRequest(Object message) {
    return message instanceof HttpRequest;
  }

  @Override
  boolean endsRequest(Object message) {
    return message instanceof LastHttpContent;
  }

  @Override
  ChannelExchange exchange(ChannelHandlerContext ctx, Object message) {
    return new Http1Exchange(ctx, this, (HttpRequest) message);
  }

  @Override
  void admitted(ChannelExchange exchange) {
    unanswered.add((Http1Exchange) exchange);
  }

  @Override
  void rejected(ChannelExchange exchange) {
    Http1Exchange rejected = (Http1Exchange) exchange;
    unanswered.add(rejected);
    if (rejected.expectsContinue()) {
      // The client may never send the body. If it does, the end of the connection discards it.
      receiveNoMore();
      rejected.closeWhenWritten();
    }
    writeRejections();
  }

  /** Closes only now, because a client that still sends could lose the response. */
  @Override
  void requestRead(ChannelExchange exchange) {
    Http1Exchange rejected = (Http1Exchange) exchange;
    if (rejected.closesConnection()) {
      receiveNoMore();
      rejected.closeWhenWritten();
    }
  }

  /** Writes the rejections whose turn it is. */
  private void writeRejections() {
    for (Http1Exchange next = unanswered.peek();
        next != null && next.isRejected();
        next = unanswered.peek()) {
      unanswered.remove();
      context().writeAndFlush(next.rejectionMessage(), next.rejectionWritten());
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    Http1Exchange ended = null;
    Object written = message;
    try {
      written = responding == null ? started(message) : message;
      ended = endedBy(message);
    } catch (Throwable error) {
      Gate.suppressed(error);
    }
    if (ended == null) {
      ctx.write(written, promise);
      return;
    }
    ctx.write(written, ended.isEndReported() ? ending(ended, promise) : promise);
    writeRejections();
  }

  /** The start of a response with our fields; other messages unchanged. */
  private Object started(Object message) {
    Http1Exchange next = unanswered.peek();
    if (next == null || !(message instanceof HttpResponse response) || isInterim(response)) {
      return message;
    }
    if (response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
      decideNoMore();
      if (response
          .headers()
          .containsValue(HttpHeaderNames.UPGRADE, "h2c", /* ignoreCase= */ true)) {
        unanswered.remove().continueInStream();
        return message;
      }
    }
    responding = next;
    next.responding(response.status().code());
    return Http1Exchange.withFields(response, next.fields());
  }

  private static boolean isInterim(HttpResponse response) {
    return response.status().codeClass() == HttpStatusClass.INFORMATIONAL
        && !response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS);
  }

  /** The request whose response ends with this message; null if none does. */
  private @Nullable Http1Exchange endedBy(Object message) {
    boolean raw = responding == null && message instanceof ByteBuf && !unanswered.isEmpty();
    boolean last = responding != null && message instanceof LastHttpContent;
    responding = raw || last ? null : responding;
    // Bytes that are not part of a response are one that the application has encoded itself.
    return raw || last ? unanswered.remove() : null;
  }

  private static ChannelPromise ending(Http1Exchange exchange, ChannelPromise promise) {
    ChannelPromise reported = promise.unvoid();
    reported.addListener(written -> exchange.ended());
    return reported;
  }

  @Override
  void endAll() {
    unanswered.forEach(ChannelExchange::ended);
    unanswered.clear();
    responding = null;
  }
}
