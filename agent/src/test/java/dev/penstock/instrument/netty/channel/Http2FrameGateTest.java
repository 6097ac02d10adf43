package dev.penstock.instrument.netty.channel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.bootstrap.Gate;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2PingFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.handler.codec.http2.Http2WindowUpdateFrame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Frames of several streams pass one gate, in both directions. */
@SuppressWarnings("FutureReturnValueIgnored") // an embedded channel acts at once
class Http2FrameGateTest {
  private final FakeGatekeeper gatekeeper = new FakeGatekeeper();
  private final ChannelInboundHandlerAdapter codec = new ChannelInboundHandlerAdapter();
  private final EmbeddedChannel channel = new EmbeddedChannel(codec);
  private final Http2FrameStream first = new TestStream(3);
  private final Http2FrameStream second = new TestStream(5);

  private record TestStream(int id) implements Http2FrameStream {
    @Override
    public Http2Stream.State state() {
      return Http2Stream.State.OPEN;
    }
  }

  @BeforeEach
  void start() {
    Gate.install(gatekeeper);
    channel.pipeline().addLast("gate", new Http2FrameGate(codecContext()));
  }

  @AfterEach
  void stop() {
    Gate.install(null);
    channel.finishAndReleaseAll();
  }

  @Test
  void streamsEndInAnyOrder() {
    request(first, "/a", /* endStream= */ false);
    request(second, "/b", /* endStream= */ true);
    channel.writeInbound(data(first, "x", /* endStream= */ true));
    assertThat(channel.inboundMessages()).hasSize(3);
    respond(second, "201");
    respond(first, "200");
    assertThat(gatekeeper.events)
        .containsExactly("admitted POST /a", "admitted POST /b", "ended /b 201", "ended /a 200");
    Http2HeadersFrame response = channel.readOutbound();
    assertThat(response.stream()).isEqualTo(second);
    assertThat(response.headers().get("ratelimit")).hasToString("\"fake\";r=1");
  }

  @Test
  void aRejectedRequestIsAnsweredOnItsStreamAndItsBodyIsConsumed() {
    request(first, "/reject", /* endStream= */ false);
    Http2HeadersFrame response = channel.readOutbound();
    assertThat(response.stream()).isEqualTo(first);
    assertThat(response.headers().status()).hasToString("429");
    Http2DataFrame text = channel.readOutbound();
    assertThat(text.stream()).isEqualTo(first);
    assertThat(text.isEndStream()).isTrue();
    text.release();
    Http2DataFrame body = data(first, "body", /* endStream= */ true);
    channel.writeInbound(body);
    assertThat(body.refCnt()).isZero();
    Http2WindowUpdateFrame update = channel.readOutbound();
    assertThat(update.windowSizeIncrement()).isEqualTo(4);
    assertThat(update.stream()).isEqualTo(first);
    assertThat(channel.inboundMessages()).isEmpty();
  }

  @Test
  void aStreamThatWaitsKeepsItsFramesInOrderAndDelaysNoOther() {
    request(first, "/later", /* endStream= */ false);
    channel.writeInbound(data(first, "body", /* endStream= */ true));
    request(second, "/b", /* endStream= */ true);
    assertThat(channel.<Http2StreamFrame>readInbound().stream()).isEqualTo(second);
    assertThat(channel.inboundMessages()).isEmpty();
    gatekeeper.pending.remove().run();
    channel.runPendingTasks();
    assertThat(channel.<Object>readInbound()).isInstanceOf(Http2HeadersFrame.class);
    assertThat(channel.<Object>readInbound()).isInstanceOf(Http2DataFrame.class);
  }

  @Test
  void aRequestCanBeRejectedAfterItHasWaited() {
    gatekeeper.rejectsLater = true;
    request(first, "/later", /* endStream= */ false);
    Http2DataFrame body = data(first, "body", /* endStream= */ true);
    channel.writeInbound(body);
    gatekeeper.pending.remove().run();
    channel.runPendingTasks();
    assertThat(channel.<Http2HeadersFrame>readOutbound().headers().status()).hasToString("429");
    assertThat(body.refCnt()).isZero();
    assertThat(channel.inboundMessages()).isEmpty();
  }

  @Test
  void aResetEndsARequestThatWaitsAndTheApplicationNeverSeesIt() {
    request(first, "/later", /* endStream= */ false);
    Http2DataFrame body = data(first, "body", /* endStream= */ false);
    channel.writeInbound(body);
    channel.writeInbound(reset(first));
    assertThat(gatekeeper.events).containsExactly("ended /later 500");
    gatekeeper.pending.remove().run();
    channel.runPendingTasks();
    assertThat(channel.inboundMessages()).isEmpty();
    assertThat(body.refCnt()).isZero();
  }

  @Test
  void aResetEndsAnAdmittedRequest() {
    request(first, "/a", /* endStream= */ false);
    channel.writeInbound(reset(first));
    assertThat(gatekeeper.events).containsExactly("admitted POST /a", "ended /a 500");
    assertThat(channel.inboundMessages()).hasSize(2);
  }

  @Test
  void theEndOfTheConnectionEndsAllRequests() {
    request(first, "/a", /* endStream= */ true);
    request(second, "/later", /* endStream= */ true);
    channel.close();
    assertThat(gatekeeper.events)
        .containsExactlyInAnyOrder("admitted POST /a", "ended /a 500", "ended /later 500");
  }

  @Test
  void aRequestWhoseRejectionCannotBeWrittenContinues() {
    request(first, "/unwritable", /* endStream= */ true);
    Http2HeadersFrame received = channel.readInbound();
    assertThat(received.headers().path()).hasToString("/unwritable");
    assertThat(gatekeeper.events).hasSize(2).first().isEqualTo("rejected POST /unwritable");
    request(second, "/reject", /* endStream= */ true);
    assertThat(channel.<Http2HeadersFrame>readOutbound().headers().status()).hasToString("429");
  }

  @Test
  void trailersAndFramesOfTheConnectionPass() {
    request(first, "/a", /* endStream= */ false);
    channel.writeInbound(
        new DefaultHttp2HeadersFrame(
                new DefaultHttp2Headers().add("checksum", "1"), /* endStream= */ true)
            .stream(first));
    channel.writeInbound(new DefaultHttp2PingFrame(1));
    assertThat(channel.inboundMessages()).hasSize(3);
    assertThat(gatekeeper.events).containsExactly("admitted POST /a");
  }

  @Test
  void theGateMovesBeforeHandlersThatWereAddedBehindTheCodecLater() {
    channel.pipeline().addAfter(codecContext().name(), "late", new ChannelInboundHandlerAdapter());
    assertThat(channel.pipeline().names()).startsWith(codecContext().name(), "late", "gate");
    channel.runPendingTasks();
    assertThat(channel.pipeline().names()).startsWith(codecContext().name(), "gate", "late");
    request(first, "/reject", /* endStream= */ true);
    assertThat(channel.inboundMessages()).isEmpty();
  }

  private ChannelHandlerContext codecContext() {
    return channel.pipeline().context(codec);
  }

  private void request(Http2FrameStream stream, String path, boolean endStream) {
    channel.writeInbound(
        new DefaultHttp2HeadersFrame(
                new DefaultHttp2Headers().method("POST").path(path).authority("x"), endStream)
            .stream(stream));
  }

  private static Http2DataFrame data(Http2FrameStream stream, String text, boolean endStream) {
    ByteBuf content = Unpooled.copiedBuffer(text, UTF_8);
    return new DefaultHttp2DataFrame(content, endStream).stream(stream);
  }

  private static Http2StreamFrame reset(Http2FrameStream stream) {
    return new DefaultHttp2ResetFrame(Http2Error.CANCEL).stream(stream);
  }

  private void respond(Http2FrameStream stream, String status) {
    channel.writeOutbound(
        new DefaultHttp2HeadersFrame(
                new DefaultHttp2Headers().status(status), /* endStream= */ true)
            .stream(stream));
  }
}
