package dev.penstock.instrument.netty.channel;

import dev.penstock.http.HeaderField;
import dev.penstock.http.HostName;
import dev.penstock.http.RejectionResponse;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request as Netty's codec for HTTP/2 has decoded it. */
final class Http2Exchange extends ChannelExchange {
  private final Http2Headers headers;
  private final @Nullable Http2FrameStream stream;

  /**
   * @param stream of the request; null in a channel that has only this stream
   */
  Http2Exchange(
      ChannelHandlerContext context,
      ExchangeOwner owner,
      Http2Headers headers,
      @Nullable Http2FrameStream stream) {
    super(context, owner, headers.path() == null ? "/" : headers.path().toString());
    this.headers = headers;
    this.stream = stream;
  }

  @Nullable Http2FrameStream stream() {
    return stream;
  }

  @Override
  public String method() {
    CharSequence method = headers.method();
    return method == null ? "" : method.toString();
  }

  @Override
  public String host() {
    CharSequence authority = headers.authority();
    return HostName.of(authority == null ? header("Host") : authority.toString());
  }

  @Override
  public @Nullable String header(String name) {
    CharSequence first = headers.get(lowerCase(name));
    return first == null ? null : first.toString();
  }

  /** Clients may split cookies into lines, which mean one line with semicolons: RFC 9113, 8.2.3. */
  @Override
  public @Nullable String headerLines(String name) {
    List<CharSequence> lines = headers.getAll(lowerCase(name));
    String separator = name.equalsIgnoreCase("Cookie") ? "; " : ",";
    return lines.isEmpty() ? null : String.join(separator, lines);
  }

  static String lowerCase(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** True if the response has no body. */
  boolean isHead() {
    return method().equals("HEAD");
  }

  /** The start of the response to the rejected request. */
  Http2Headers rejectionHeaders(int length) {
    RejectionResponse rejection = rejection();
    Http2Headers response = new DefaultHttp2Headers();
    response.status(Integer.toString(rejection.status()));
    for (HeaderField field : rejection.fields()) {
      response.add(lowerCase(field.name()), field.value());
    }
    response.set("content-type", rejection.contentType());
    response.set("content-length", Integer.toString(length));
    return response;
  }
}
