package dev.penstock.instrument.netty.channel;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.netty.NettyHook;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.ChannelDuplexHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpClientCodec;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpRequest;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpServerCodec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A library that contains Netty in a package of its own is covered like Netty itself. */
class RelocatedNettyTest {
  private final FakeGatekeeper gatekeeper = new FakeGatekeeper();
  private final NettyHook hook = new NettyHook();

  @BeforeEach
  void start() {
    Gate.install(gatekeeper);
  }

  @AfterEach
  void stop() {
    Gate.install(null);
  }

  @Test
  void requestsOfACopyAreDecided() {
    EmbeddedChannel channel = new EmbeddedChannel(new HttpServerCodec());
    added(channel, HttpServerCodec.class);
    ChannelHandler ours = channel.pipeline().last();
    assertThat(ours).isInstanceOf(ChannelDuplexHandler.class);
    assertThat(ours.getClass().getClassLoader().getParent())
        .isSameAs(HttpServerCodec.class.getClassLoader());
    send(channel, "/reject");
    assertThat(channel.inboundMessages()).isEmpty();
    ByteBuf response = channel.readOutbound();
    assertThat(response.toString(ISO_8859_1)).startsWith("HTTP/1.1 429 Too Many Requests\r\n");
    send(channel, "/a");
    HttpRequest passed = channel.readInbound();
    assertThat(passed.uri()).isEqualTo("/a");
    assertThat(gatekeeper.events).containsExactly("rejected GET /reject", "admitted GET /a");
    response.release();
    channel.finishAndReleaseAll();
  }

  @Test
  void aClientIsLeftAlone() {
    EmbeddedChannel channel = new EmbeddedChannel(new HttpClientCodec());
    added(channel, HttpClientCodec.class);
    assertThat(channel.pipeline().names()).doesNotContain("penstock");
    channel.finishAndReleaseAll();
  }

  @Test
  void aChannelGetsOneHandler() {
    EmbeddedChannel channel = new EmbeddedChannel(new HttpServerCodec());
    added(channel, HttpServerCodec.class);
    added(channel, HttpServerCodec.class);
    assertThat(channel.pipeline().names()).containsOnlyOnce("penstock");
    channel.finishAndReleaseAll();
  }

  /** Does what the advice of the hook does. */
  private void added(EmbeddedChannel channel, Class<? extends ChannelHandler> type) {
    assertThat(hook.replacement(channel.pipeline().context(type), null)).isNull();
  }

  private static void send(EmbeddedChannel channel, String path) {
    String request = "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n";
    channel.writeInbound(Unpooled.copiedBuffer(request, ISO_8859_1));
  }
}
