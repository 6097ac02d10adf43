package dev.penstock.instrument.netty.channel;

import dev.penstock.bootstrap.Gate;
import dev.penstock.http.HeaderField;
import dev.penstock.instrument.netty.AdmittedRequest;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

  private @Nullable AdmittedRequest admitted;
  private boolean started;
  private boolean responding;

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
    admitted = upgraded;
    upgraded.claim();
    return true;
  }

  @Override
  boolean endsRequest(Object message) {
    return (message instanceof Http2DataFrame data && data.isEndStream())
        || (message instanceof Http2HeadersFrame headers && headers.isEndStream());
  }

  @Override
  ChannelExchange exchange(ChannelHandlerContext ctx, Object message) {
    started = true;
    return new Http2Exchange(ctx, this, ((Http2HeadersFrame) message).headers());
  }

  @Override
  void admitted(ChannelExchange exchange) {
    admitted = exchange;
  }

  @Override
  void rejected(ChannelExchange exchange) {
    Http2Exchange rejected = (Http2Exchange) exchange;
    byte[] body = rejected.rejection().body().getBytes(StandardCharsets.UTF_8);
    boolean withBody = !rejected.isHead() && body.length > 0;
    context()
        .write(
            new DefaultHttp2HeadersFrame(
                rejected.rejectionHeaders(body.length), /* endStream= */ !withBody));
    if (withBody) {
      context()
          .write(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(body), /* endStream= */ true));
    }
    context().flush();
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    AdmittedRequest request = admitted;
    if (request == null) {
      ctx.write(message, promise);
      return;
    }
    Object written = message;
    try {
      written = started(request, message);
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
    }
    boolean last = endsRequest(message);
    ctx.write(written, last && request.isEndReported() ? ending(request, promise) : promise);
  }

  /** The start of the response with our fields; other messages unchanged. */
  private Object started(AdmittedRequest request, Object message) {
    if (responding
        || !(message instanceof Http2HeadersFrame frame)
        || frame.headers().status() == null) {
      return message;
    }
    HttpResponseStatus status = HttpResponseStatus.parseLine(frame.headers().status());
    if (status.codeClass() == HttpStatusClass.INFORMATIONAL) {
      return message;
    }
    responding = true;
    request.responding(status.code());
    return request.fields().isEmpty() ? message : withFields(request.fields(), frame);
  }

  /** A copy, because applications may share a response or its headers among requests. */
  private static Http2HeadersFrame withFields(List<HeaderField> fields, Http2HeadersFrame frame) {
    Http2Headers copy = new DefaultHttp2Headers(/* validate= */ false).setAll(frame.headers());
    for (HeaderField field : fields) {
      copy.set(Http2Exchange.lowerCase(field.name()), field.value());
    }
    DefaultHttp2HeadersFrame changed =
        new DefaultHttp2HeadersFrame(copy, frame.isEndStream(), frame.padding());
    return frame.stream() == null ? changed : changed.stream(frame.stream());
  }

  private static ChannelPromise ending(AdmittedRequest request, ChannelPromise promise) {
    ChannelPromise reported = promise.unvoid();
    reported.addListener(written -> request.ended());
    return reported;
  }

  @Override
  void endAll() {
    if (admitted != null) {
      admitted.ended();
    }
  }
}
