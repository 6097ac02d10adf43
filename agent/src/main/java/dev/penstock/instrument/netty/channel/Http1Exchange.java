package dev.penstock.instrument.netty.channel;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.server.GateResult;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request as Netty's codec for HTTP/1.1 has decoded it. */
final class Http1Exchange extends ChannelExchange {
  private final HttpRequest request;
  private final ChannelPromise rejectionWritten;

  Http1Exchange(ChannelHandlerContext context, ExchangeOwner owner, HttpRequest request) {
    super(context, owner, request.uri());
    this.request = request;
    rejectionWritten = context.newPromise();
  }

  /** The application responds to a request that could not be decoded. */
  @Override
  GateResult ask() {
    return request.decoderResult().isFailure() ? GateResult.ADMITTED : super.ask();
  }

  @Override
  public String method() {
    return request.method().name();
  }

  @Override
  public @Nullable String header(String name) {
    return request.headers().get(name);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return HeaderLines.compact(request.headers().getAll(name));
  }

  /** True if the client waits for permission to send its body. */
  boolean expectsContinue() {
    return HttpUtil.is100ContinueExpected(request);
  }

  /** True if the connection cannot be used after this request was rejected. */
  boolean closesConnection() {
    return !HttpUtil.isKeepAlive(request)
        || request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0
        || expectsContinue();
  }

  /** Completes when the response of the rejected request is written. */
  ChannelPromise rejectionWritten() {
    return rejectionWritten;
  }

  /** Closes the connection behind the response of the rejected request. */
  void closeWhenWritten() {
    rejectionWritten.addListener(ChannelFutureListener.CLOSE);
  }

  /** The response of the rejected request. */
  FullHttpResponse rejectionMessage() {
    RejectionResponse rejection = rejection();
    byte[] text = rejection.body().getBytes(StandardCharsets.UTF_8);
    boolean withBody = !request.method().equals(HttpMethod.HEAD);
    ByteBuf body = withBody ? Unpooled.wrappedBuffer(text) : Unpooled.EMPTY_BUFFER;
    FullHttpResponse message =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(rejection.status()), body);
    for (HeaderField field : rejection.fields()) {
      message.headers().add(field.name(), field.value());
    }
    message.headers().set(HttpHeaderNames.CONTENT_TYPE, rejection.contentType());
    message.headers().set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(text.length));
    if (closesConnection()) {
      message.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    return message;
  }

  /**
   * The start of a response of the application with our header fields. It is a copy, because
   * applications may share a response or its headers among requests.
   */
  static HttpResponse withFields(HttpResponse response, List<HeaderField> fields) {
    if (fields.isEmpty()) {
      return response;
    }
    if (response instanceof FullHttpResponse full) {
      return new DefaultFullHttpResponse(
          full.protocolVersion(),
          full.status(),
          full.content(),
          withFields(full.headers().copy(), fields),
          full.trailingHeaders());
    }
    if (response instanceof HttpContent) {
      withFields(response.headers(), fields); // No class of Netty can take its place.
      return response;
    }
    return new DefaultHttpResponse(
        response.protocolVersion(),
        response.status(),
        withFields(response.headers().copy(), fields));
  }

  private static HttpHeaders withFields(HttpHeaders headers, List<HeaderField> fields) {
    for (HeaderField field : fields) {
      headers.set(field.name(), field.value());
    }
    return headers;
  }
}
