package dev.penstock.instrument.netty.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of one connection follow each other, and may close or upgrade it. */
@SuppressWarnings("FutureReturnValueIgnored") // an embedded channel acts at once
class Http1ConnectionTest extends Http1Channel {
  @Test
  void responsesLeaveInTheOrderOfTheRequests() {
    send("GET /a HTTP/1.1", "Host: x");
    send("GET /reject HTTP/1.1", "Host: x");
    send("GET /b HTTP/1.1", "Host: x");
    send("GET /reject HTTP/1.1", "Host: x");
    assertThat(sent()).isEmpty();
    respond("1");
    assertThat(sent()).startsWith("HTTP/1.1 200 OK|").endsWith("||1" + REJECTION);
    respond("2");
    assertThat(sent()).startsWith("HTTP/1.1 200 OK|").endsWith("||2" + REJECTION);
  }

  @Test
  void aSecondRequestMayWaitBehindAFirst() {
    send("GET /later HTTP/1.1", "Host: x");
    send("GET /later HTTP/1.1", "Host: x");
    assertThat(gatekeeper.pending).hasSize(1);
    decide();
    assertThat(received).hasSize(2);
    assertThat(channel.config().isAutoRead()).isFalse();
    decide();
    assertThat(received).hasSize(4);
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void aClientThatWaitsForPermissionToSendGetsTheRejectionAndTheConnectionCloses() {
    send("POST /reject HTTP/1.1", "Host: x", "Content-Length: 6", "Expect: 100-continue");
    assertThat(sent()).contains("429 Too Many Requests", "connection: close");
    assertThat(channel.isOpen()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /reject HTTP/1.0", "GET /reject HTTP/1.1|Connection: close"})
  void theConnectionClosesIfTheClientExpectsThat(String request) {
    send(request.split("\\|"));
    assertThat(sent()).contains("429 Too Many Requests", "connection: close").endsWith("too many");
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void theConnectionClosesOnlyAfterTheRejectedBody() {
    send("POST /reject HTTP/1.1", "Connection: close", "Content-Length: 6", "", "abc");
    assertThat(sent()).contains("429 Too Many Requests");
    assertThat(channel.isOpen()).isTrue();
    channel.writeInbound(bytes("def"));
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void aRejectionOfHeadHasNoBody() {
    send("HEAD /reject HTTP/1.1", "Host: x");
    assertThat(sent()).contains("content-length: 8").endsWith("||");
  }

  @Test
  void anInterimResponseDoesNotEndTheRequest() {
    send("GET /a HTTP/1.1", "Host: x");
    channel.writeOutbound(
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
    assertThat(sent()).isEqualTo("HTTP/1.1 100 Continue||");
    respond("x");
    assertThat(sent()).contains("RateLimit");
    assertThat(gatekeeper.events).containsExactly("admitted GET /a", "ended /a 200");
  }

  @Test
  void aWebSocketSessionIsReportedUntilItsConnectionCloses() {
    send("GET /a HTTP/1.1", "Host: x", "Connection: Upgrade", "Upgrade: websocket");
    channel.writeOutbound(
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.SWITCHING_PROTOCOLS, Unpooled.EMPTY_BUFFER));
    assertThat(gatekeeper.events).containsExactly("admitted GET /a", "ended /a 101");
    channel.close();
    assertThat(gatekeeper.events).last().isEqualTo("closed");
  }

  @Test
  void anUpgradeToHttp2EndsTheRequestIfNoStreamContinuesIt() {
    send("GET /a HTTP/1.1", "Host: x", "Connection: Upgrade", "Upgrade: h2c");
    FullHttpResponse upgrade =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.SWITCHING_PROTOCOLS, Unpooled.EMPTY_BUFFER);
    upgrade.headers().set("upgrade", "h2c");
    channel.writeOutbound(upgrade);
    channel.runPendingTasks();
    assertThat(gatekeeper.events).containsExactly("admitted GET /a", "ended /a 500");
  }

  @Test
  void anApplicationThatReadsOnDemandGetsTheNextRequest() {
    channel.config().setAutoRead(false);
    List<String> reads = new ArrayList<>();
    channel
        .pipeline()
        .addFirst(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void read(ChannelHandlerContext ctx) {
                reads.add("read");
                ctx.read();
              }
            });
    send("POST /reject HTTP/1.1", "Host: x", "Content-Length: 3", "", "abc");
    assertThat(reads).as("in place of the application").hasSize(1);
    send("GET /a HTTP/1.1", "Host: x");
    assertThat(reads).as("the application has a message").hasSize(1);
  }
}
