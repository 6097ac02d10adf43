package dev.penstock.instrument.netty.channel;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.netty.NettyHook;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.Http2StreamFrame;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The handler is added behind all parts of a codec, and nowhere else. */
class PipelineInstallerTest {
  private final NettyHook hook = new NettyHook();

  @AfterEach
  void stop() {
    Gate.install(null);
  }

  @Test
  void isBehindADecoderAndAnEncoderInAnyOrder() {
    expectLast(new HttpRequestDecoder(), new HttpResponseEncoder());
    expectLast(new HttpResponseEncoder(), new HttpRequestDecoder());
  }

  private void expectLast(ChannelHandler first, ChannelHandler second) {
    EmbeddedChannel channel = new EmbeddedChannel();
    add(channel, first);
    assertThat(channel.pipeline().names()).doesNotContain("penstock");
    add(channel, second);
    assertThat(channel.pipeline().lastContext().name()).isEqualTo("penstock");
    channel.finishAndReleaseAll();
  }

  @Test
  void isBehindTheCodecAndBeforeTheApplication() {
    EmbeddedChannel channel = new EmbeddedChannel();
    add(channel, new HttpServerCodec());
    add(channel, new HttpObjectAggregator(1));
    List<String> names = channel.pipeline().names();
    assertThat(names).hasSize(4).element(1).isEqualTo("penstock");
    channel.finishAndReleaseAll();
  }

  @Test
  void isAddedOnceMoreForHttp2() {
    EmbeddedChannel channel = new EmbeddedChannel();
    HttpServerCodec upgraded = new HttpServerCodec();
    add(channel, upgraded);
    channel.pipeline().remove(upgraded);
    add(channel, Http2FrameCodecBuilder.forServer().build());
    assertThat(channel.pipeline().names()).contains("penstock", "penstock-http2");
    channel.finishAndReleaseAll();
  }

  @Test
  void leavesClientsOfHttp2Alone() {
    EmbeddedChannel channel = new EmbeddedChannel();
    add(channel, Http2FrameCodecBuilder.forClient().build());
    assertThat(channel.pipeline().names()).doesNotContain("penstock", "penstock-http2");
    channel.finishAndReleaseAll();
  }

  @Test
  void leavesRequestsToTheChannelsOfTheirStreams() {
    EmbeddedChannel channel = new EmbeddedChannel();
    Http2FrameCodec codec = Http2FrameCodecBuilder.forServer().build();
    add(channel, codec);
    add(channel, new Http2MultiplexHandler(new ChannelInboundHandlerAdapter()));
    assertThat(channel.pipeline().names()).contains("penstock-http2");
    Http2Headers head = new DefaultHttp2Headers().method("GET").path("/").authority("x");
    Http2StreamFrame request = new DefaultHttp2HeadersFrame(head).stream(new AnyStream());
    channel.pipeline().context(codec).fireChannelRead(request);
    // The multiplexer has received the frame, and knows only streams of its codec.
    assertThatThrownBy(channel::checkException).isInstanceOf(ClassCastException.class);
    assertThat(channel.pipeline().names()).doesNotContain("penstock-http2");
    channel.finishAndReleaseAll();
  }

  private record AnyStream() implements Http2FrameStream {
    @Override
    public int id() {
      return 3;
    }

    @Override
    public Http2Stream.State state() {
      return Http2Stream.State.OPEN;
    }
  }

  @Test
  void removesItselfFromAChannelOfVertx() throws ReflectiveOperationException {
    FakeGatekeeper gatekeeper = new FakeGatekeeper();
    Gate.install(gatekeeper);
    EmbeddedChannel channel = new EmbeddedChannel();
    add(channel, new HttpServerCodec());
    assertThat(channel.pipeline().names()).contains("penstock");
    add(channel, vertxHandler());
    String request = "GET /reject HTTP/1.1\r\nHost: x\r\n\r\n";
    channel.writeInbound(Unpooled.copiedBuffer(request, ISO_8859_1));
    assertThat(channel.inboundMessages()).hasSize(2);
    assertThat(channel.pipeline().names()).doesNotContain("penstock");
    assertThat(gatekeeper.events).isEmpty();
    channel.finishAndReleaseAll();
  }

  private static ChannelHandler vertxHandler() throws ReflectiveOperationException {
    return new ByteBuddy()
        .subclass(ChannelInboundHandlerAdapter.class)
        .name("io.vertx.core.TestHandler")
        .make()
        .load(PipelineInstallerTest.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
        .getLoaded()
        .getConstructor()
        .newInstance();
  }

  /** Adds a handler, and does what the advice of the hook does. */
  private void add(EmbeddedChannel channel, ChannelHandler handler) {
    channel.pipeline().addLast(handler);
    assertThat(hook.replacement(channel.pipeline().context(handler), null)).isNull();
  }
}
