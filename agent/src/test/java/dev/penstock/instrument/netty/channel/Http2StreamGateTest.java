package dev.penstock.instrument.netty.channel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.bootstrap.Gate;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Frames of one stream pass the gate, in both directions. */
@SuppressWarnings("FutureReturnValueIgnored") // an embedded channel acts at once
class Http2StreamGateTest {
  private final FakeGatekeeper gatekeeper = new FakeGatekeeper();
  private final EmbeddedChannel channel = new EmbeddedChannel(new Http2StreamGate());

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
  void anAdmittedRequestPassesAndItsResponseHasTheFields() {
    request("POST", "/a", /* endStream= */ false);
    channel.writeInbound(data("body", /* endStream= */ true));
    assertThat(channel.inboundMessages()).hasSize(2);
    respond("100", /* endStream= */ false);
    respond("200", /* endStream= */ false);
    channel.writeOutbound(data("hello", /* endStream= */ false));
    assertThat(gatekeeper.events).containsExactly("admitted POST /a");
    channel.writeOutbound(data("", /* endStream= */ true));
    assertThat(gatekeeper.events).containsExactly("admitted POST /a", "ended /a 200");
    Http2HeadersFrame interim = channel.readOutbound();
    assertThat(interim.headers().contains("ratelimit")).isFalse();
    Http2HeadersFrame response = channel.readOutbound();
    assertThat(response.headers().get("ratelimit")).hasToString("\"fake\";r=1");
  }

  @Test
  void trailersEndTheRequest() {
    request("GET", "/a", /* endStream= */ true);
    respond("200", /* endStream= */ false);
    channel.writeOutbound(
        new DefaultHttp2HeadersFrame(
            new DefaultHttp2Headers().add("checksum", "1"), /* endStream= */ true));
    assertThat(gatekeeper.events).containsExactly("admitted GET /a", "ended /a 200");
  }

  @Test
  void aRejectedRequestIsAnsweredAndItsBodyDiscarded() {
    request("POST", "/reject", /* endStream= */ false);
    expectRejection("too many");
    ByteBuf body = Unpooled.copiedBuffer("body", UTF_8);
    channel.writeInbound(new DefaultHttp2DataFrame(body, /* endStream= */ true));
    assertThat(channel.inboundMessages()).isEmpty();
    assertThat(body.refCnt()).isZero();
  }

  @Test
  void aRejectionOfHeadHasNoBody() {
    request("HEAD", "/reject", /* endStream= */ true);
    Http2HeadersFrame response = channel.readOutbound();
    assertThat(response.isEndStream()).isTrue();
    assertThat(response.headers().get("content-length")).hasToString("8");
    assertThat(channel.outboundMessages()).isEmpty();
  }

  @Test
  void framesWaitInOrderUntilTheRequestIsDecided() {
    request("POST", "/later", /* endStream= */ false);
    channel.writeInbound(data("body", /* endStream= */ true));
    assertThat(channel.inboundMessages()).isEmpty();
    assertThat(channel.config().isAutoRead()).isFalse();
    decide();
    Object first = channel.readInbound();
    assertThat(first).isInstanceOf(Http2HeadersFrame.class);
    assertThat(channel.inboundMessages()).hasSize(1);
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void aRequestCanBeRejectedAfterItHasWaited() {
    gatekeeper.rejectsLater = true;
    request("POST", "/later", /* endStream= */ false);
    channel.writeInbound(data("body", /* endStream= */ true));
    decide();
    expectRejection("too many");
    assertThat(channel.inboundMessages()).isEmpty();
  }

  @Test
  void theEndOfAStreamEndsItsRequest() {
    request("GET", "/a", /* endStream= */ true);
    channel.close();
    assertThat(gatekeeper.events).containsExactly("admitted GET /a", "ended /a 500");
  }

  @Test
  void aResponseThatTheApplicationSharesIsNotChanged() {
    Http2Headers shared = new DefaultHttp2Headers().status("204");
    request("GET", "/a", /* endStream= */ true);
    channel.writeOutbound(new DefaultHttp2HeadersFrame(shared, /* endStream= */ true));
    assertThat(shared.contains("ratelimit")).isFalse();
    assertThat(gatekeeper.events).containsExactly("admitted GET /a", "ended /a 204");
  }

  @Test
  void cookiesInSeveralLinesAreOneHeader() {
    Http2Headers headers =
        new DefaultHttp2Headers().method("GET").path("/p?q=1").authority("A.b:1");
    headers.add("cookie", "a=1").add("cookie", "b=2").add("x-id", "1").add("x-id", "2");
    Http2Exchange exchange =
        new Http2Exchange(channel.pipeline().firstContext(), (same, known) -> {}, headers, null);
    assertThat(exchange.cookie("b")).isEqualTo("2");
    assertThat(exchange.headerLines("X-Id")).isEqualTo("1,2");
    assertThat(exchange.header("X-Id")).isEqualTo("1");
    assertThat(exchange.host()).isEqualTo("a.b");
    assertThat(exchange.path()).isEqualTo("/p");
    assertThat(exchange.query()).isEqualTo("q=1");
  }

  private void request(String method, String path, boolean endStream) {
    Http2Headers headers = new DefaultHttp2Headers().method(method).path(path).scheme("http");
    channel.writeInbound(new DefaultHttp2HeadersFrame(headers, endStream));
  }

  private void respond(String status, boolean endStream) {
    channel.writeOutbound(
        new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status(status), endStream));
  }

  private static Http2DataFrame data(String text, boolean endStream) {
    return new DefaultHttp2DataFrame(Unpooled.copiedBuffer(text, UTF_8), endStream);
  }

  private void decide() {
    gatekeeper.pending.remove().run();
    channel.runPendingTasks();
  }

  private void expectRejection(String body) {
    Http2HeadersFrame response = channel.readOutbound();
    assertThat(response.headers().status()).hasToString("429");
    assertThat(response.headers().get("retry-after")).hasToString("7");
    assertThat(response.isEndStream()).isFalse();
    Http2DataFrame data = channel.readOutbound();
    assertThat(data.content().toString(UTF_8)).isEqualTo(body);
    assertThat(data.isEndStream()).isTrue();
    data.release();
  }
}
