package dev.penstock.instrument.netty.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.bootstrap.Gate;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests of several streams share a channel, and are told apart by a header field. */
@SuppressWarnings("FutureReturnValueIgnored") // an embedded channel acts at once
class Http2MessageGateTest {
  private static final String STREAM = "x-http2-stream-id";

  private final FakeGatekeeper gatekeeper = new FakeGatekeeper();
  private final EmbeddedChannel channel =
      new EmbeddedChannel(new Http2MessageGate(new DefaultHttp2Connection(/* server= */ true)));

  @BeforeEach
  void start() {
    Gate.install(gatekeeper);
  }

  @AfterEach
  void stop() {
    Gate.install(null);
    channel.finishAndReleaseAll();
  }

  @Test
  void streamsEndInAnyOrder() {
    request(3, "/a");
    request(5, "/b");
    respond(5, 201);
    respond(3, 200);
    assertThat(gatekeeper.events)
        .containsExactly("admitted GET /a", "admitted GET /b", "ended /b 201", "ended /a 200");
    FullHttpResponse first = channel.readOutbound();
    assertThat(first.headers().get("RateLimit")).isEqualTo("\"fake\";r=1");
    assertThat(first.headers().get(STREAM)).isEqualTo("5");
  }

  @Test
  void aRejectionIsForTheStreamOfItsRequest() {
    ByteBuf body = request(7, "/reject");
    FullHttpResponse rejection = channel.readOutbound();
    assertThat(rejection.status().code()).isEqualTo(429);
    assertThat(rejection.headers().get(STREAM)).isEqualTo("7");
    assertThat(channel.inboundMessages()).isEmpty();
    assertThat(body.refCnt()).isZero();
  }

  @Test
  void aRequestWhoseRejectionCannotBeWrittenContinues() {
    ByteBuf body = request(7, "/unwritable");
    FullHttpRequest received = channel.readInbound();
    assertThat(received.uri()).isEqualTo("/unwritable");
    assertThat(body.refCnt()).isOne();
    assertThat(gatekeeper.events).hasSize(2).first().isEqualTo("rejected GET /unwritable");
    assertThat(channel.outboundMessages()).isEmpty();
    request(9, "/reject");
    assertThat(channel.<FullHttpResponse>readOutbound().status().code()).isEqualTo(429);
  }

  @Test
  void aStreamThatWaitsDelaysNoOther() {
    request(3, "/later");
    request(5, "/b");
    FullHttpRequest other = channel.readInbound();
    assertThat(other.uri()).isEqualTo("/b");
    gatekeeper.pending.remove().run();
    channel.runPendingTasks();
    FullHttpRequest waited = channel.readInbound();
    assertThat(waited.uri()).isEqualTo("/later");
  }

  @Test
  void theEndOfTheConnectionEndsAllRequests() {
    request(3, "/a");
    ByteBuf body = request(5, "/later");
    channel.close();
    assertThat(gatekeeper.events)
        .containsExactlyInAnyOrder("admitted GET /a", "ended /a 500", "ended /later 500");
    assertThat(body.refCnt()).isZero();
  }

  private ByteBuf request(int stream, String path) {
    ByteBuf body = Unpooled.buffer().writeZero(3);
    FullHttpRequest request =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, path, body);
    request.headers().set(STREAM, stream);
    channel.writeInbound(request);
    return body;
  }

  private void respond(int stream, int status) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), Unpooled.EMPTY_BUFFER);
    response.headers().set(STREAM, stream);
    channel.writeOutbound(response);
  }
}
