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
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The response to an admitted request of HTTP/2, as it passes in frames. */
@SuppressWarnings("FutureReturnValueIgnored") // writing is not waited for
final class Http2Response {
  private final AdmittedRequest request;
  private boolean started;

  Http2Response(AdmittedRequest request) {
    this.request = request;
  }

  /** Passes a frame on, with our fields if it starts the response. */
  void write(ChannelHandlerContext ctx, Object frame, ChannelPromise promise) {
    Object written = frame;
    try {
      written = started(frame);
    } catch (Throwable error) {
      Gate.suppressed(error);
    }
    ctx.write(written, isLast(frame) && request.isEndReported() ? ending(promise) : promise);
  }

  /** The request has ended, with or without a response. */
  void ended() {
    request.ended();
  }

  /** True for the last frame of a request or a response. */
  static boolean isLast(Object frame) {
    return (frame instanceof Http2DataFrame data && data.isEndStream())
        || (frame instanceof Http2HeadersFrame headers && headers.isEndStream());
  }

  private Object started(Object message) {
    if (started
        || !(message instanceof Http2HeadersFrame frame)
        || frame.headers().status() == null) {
      return message;
    }
    HttpResponseStatus status = HttpResponseStatus.parseLine(frame.headers().status());
    if (status.codeClass() == HttpStatusClass.INFORMATIONAL) {
      return message;
    }
    started = true;
    request.responding(status.code());
    return request.fields().isEmpty() ? message : withFields(request.fields(), frame);
  }

  /** A copy, because applications may share a response or its headers among requests. */
  private static Http2HeadersFrame withFields(List<HeaderField> fields, Http2HeadersFrame frame) {
    Http2Headers copy = new DefaultHttp2Headers(/* validate= */ false).setAll(frame.headers());
    for (HeaderField field : fields) {
      copy.set(Http2Exchange.lowerCase(field.name()), field.value());
    }
    return onStream(
        frame.stream(), new DefaultHttp2HeadersFrame(copy, frame.isEndStream(), frame.padding()));
  }

  private ChannelPromise ending(ChannelPromise promise) {
    ChannelPromise reported = promise.unvoid();
    reported.addListener(written -> request.ended());
    return reported;
  }

  /** Writes the response of a rejected request. */
  static void reject(ChannelHandlerContext ctx, Http2Exchange rejected) {
    Http2FrameStream stream = rejected.stream();
    byte[] body = rejected.rejection().body().getBytes(StandardCharsets.UTF_8);
    boolean withBody = !rejected.isHead() && body.length > 0;
    Http2Headers headers = rejected.rejectionHeaders(body.length);
    ctx.write(onStream(stream, new DefaultHttp2HeadersFrame(headers, /* endStream= */ !withBody)));
    if (withBody) {
      DefaultHttp2DataFrame data =
          new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(body), /* endStream= */ true);
      ctx.write(stream == null ? data : data.stream(stream));
    }
    ctx.flush();
  }

  private static Http2HeadersFrame onStream(
      @Nullable Http2FrameStream stream, DefaultHttp2HeadersFrame frame) {
    return stream == null ? frame : frame.stream(stream);
  }
}
