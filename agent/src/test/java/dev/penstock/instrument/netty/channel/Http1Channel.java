package dev.penstock.instrument.netty.channel;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.netty.HandlerPlace;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * A channel in which bytes of HTTP/1.1 pass Netty's codec, the gate and an application that
 * responds on demand.
 */
@SuppressWarnings("FutureReturnValueIgnored") // an embedded channel acts at once
abstract class Http1Channel {
  static final String REJECTION =
      "HTTP/1.1 429 Too Many Requests|Retry-After: 7|content-type: text/plain|content-length: 8"
          + "||too many";

  /** What the application has received: requests, and the bytes and the end of each body. */
  final List<String> received = new ArrayList<>();

  final FakeGatekeeper gatekeeper = new FakeGatekeeper();
  final EmbeddedChannel channel = new EmbeddedChannel();
  long bodyBytes;

  private final class Application extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof HttpRequest request) {
        received.add(request.method() + " " + request.uri());
      }
      if (message instanceof HttpContent content) {
        bodyBytes += content.content().readableBytes();
        content.release();
      }
      if (message instanceof LastHttpContent) {
        received.add("end");
      }
    }
  }

  @BeforeEach
  void start() {
    Gate.install(gatekeeper);
    channel.pipeline().addLast(new HttpServerCodec());
    install();
    channel.pipeline().addLast(new Application());
  }

  private void install() {
    new PipelineInstaller()
        .install(HandlerPlace.SERVER_CODEC, channel.pipeline().context(HttpServerCodec.class));
  }

  @AfterEach
  void stop() {
    Gate.install(null);
    channel.finishAndReleaseAll();
  }

  final void decide() {
    gatekeeper.pending.remove().run();
    channel.runPendingTasks();
  }

  final void respond(String text) {
    channel.writeOutbound(response(text));
  }

  static FullHttpResponse response(String text) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, bytes(text));
    response.headers().set("content-length", Integer.toString(text.length()));
    return response;
  }

  /** Sends header lines; what follows an empty line is the start of the body. */
  final void send(String... lines) {
    String text = String.join("\r\n", lines);
    channel.writeInbound(bytes(text.contains("\r\n\r\n") ? text : text + "\r\n\r\n"));
  }

  static ByteBuf bytes(String text) {
    return Unpooled.copiedBuffer(text, ISO_8859_1);
  }

  /** What the client has received since the last call, with a bar for each line break. */
  final String sent() {
    StringBuilder text = new StringBuilder();
    for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      text.append(part.toString(ISO_8859_1));
      part.release();
    }
    return text.toString().replace("\r\n", "|");
  }
}
