package dev.penstock.instrument.netty.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request is admitted, rejected or held, with its body. */
@SuppressWarnings("FutureReturnValueIgnored") // an embedded channel acts at once
class Http1RequestGateTest extends Http1Channel {
  @Test
  void anAdmittedRequestPassesAndItsResponseHasTheFields() {
    send("GET /a HTTP/1.1", "Host: x");
    assertThat(received).containsExactly("GET /a", "end");
    respond("hello");
    assertThat(sent())
        .isEqualTo("HTTP/1.1 200 OK|content-length: 5|RateLimit: \"fake\";r=1||hello");
    assertThat(gatekeeper.events).containsExactly("admitted GET /a", "ended /a 200");
  }

  @Test
  void aRejectedRequestDoesNotReachTheApplicationAndTheConnectionStaysUsable() {
    for (int n = 0; n < 3; n++) {
      send("GET /reject HTTP/1.1", "Host: x");
      assertThat(sent()).isEqualTo(REJECTION);
    }
    send("GET /a HTTP/1.1", "Host: x");
    assertThat(received).containsExactly("GET /a", "end");
    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void theBodyOfARejectedRequestIsDiscarded() {
    int size = 10_000_000;
    send("POST /reject HTTP/1.1", "Host: x", "Content-Length: " + size);
    assertThat(sent()).as("before the body has arrived").isEqualTo(REJECTION);
    ByteBuf part = Unpooled.buffer(size / 100).writeZero(size / 100);
    for (int n = 0; n < 100; n++) {
      channel.writeInbound(part.retainedDuplicate());
    }
    assertThat(part.refCnt()).isOne();
    send("GET /a HTTP/1.1", "Host: x");
    assertThat(received).containsExactly("GET /a", "end");
    assertThat(bodyBytes).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void messagesWaitInOrderUntilTheRequestIsDecided(boolean autoRead) {
    channel.config().setAutoRead(autoRead);
    send("POST /later HTTP/1.1", "Host: x", "Content-Length: 6", "", "abc");
    assertThat(channel.config().isAutoRead()).isFalse();
    channel.writeInbound(bytes("def"));
    send("GET /b HTTP/1.1", "Host: x");
    assertThat(received).isEmpty();
    decide();
    assertThat(received).containsExactly("POST /later", "end", "GET /b", "end");
    assertThat(bodyBytes).isEqualTo(6);
    assertThat(channel.config().isAutoRead()).isEqualTo(autoRead);
    respond("1");
    assertThat(sent()).contains("RateLimit: \"fake\";r=1");
    assertThat(gatekeeper.events)
        .containsExactly("admitted POST /later", "admitted GET /b", "ended /later 200");
  }

  @Test
  void aRequestCanBeRejectedAfterItHasWaited() {
    gatekeeper.rejectsLater = true;
    send("POST /later HTTP/1.1", "Host: x", "Content-Length: 6", "", "abc");
    decide();
    assertThat(sent()).isEqualTo(REJECTION);
    channel.writeInbound(bytes("def"));
    send("GET /b HTTP/1.1", "Host: x");
    assertThat(received).containsExactly("GET /b", "end");
  }

  @Test
  void aDisconnectedClientEndsARequestThatWaits() {
    ByteBuf body = bytes("abc");
    send("POST /later HTTP/1.1", "Host: x", "Content-Length: 6");
    channel.writeInbound(body.retain());
    channel.close();
    assertThat(gatekeeper.events).containsExactly("ended /later 500");
    decide();
    assertThat(received).isEmpty();
    assertThat(body.refCnt()).isOne();
    body.release();
  }

  @Test
  void aDisconnectedClientEndsARequestInProgress() {
    send("GET /a HTTP/1.1", "Host: x");
    channel.close();
    assertThat(gatekeeper.events).containsExactly("admitted GET /a", "ended /a 500");
  }

  @Test
  void aPacedRequestContinuesAtItsTurn() {
    channel.freezeTime();
    send("GET /turn HTTP/1.1", "Host: x");
    channel.advanceTimeBy(999, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
    assertThat(received).isEmpty();
    channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
    assertThat(received).containsExactly("GET /turn", "end");
  }

  @Test
  void aResponseInPartsIsNotHeldAndEndsWithItsLastPart() {
    send("GET /a HTTP/1.1", "Host: x");
    HttpResponse start = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CREATED);
    start.headers().set("Transfer-Encoding", "chunked");
    channel.writeOutbound(start);
    assertThat(sent())
        .isEqualTo("HTTP/1.1 201 Created|Transfer-Encoding: chunked|RateLimit: \"fake\";r=1||");
    channel.writeOutbound(new DefaultHttpContent(bytes("part")));
    assertThat(sent()).isEqualTo("4|part|");
    assertThat(gatekeeper.events).containsExactly("admitted GET /a");
    channel.writeOutbound(LastHttpContent.EMPTY_LAST_CONTENT);
    assertThat(gatekeeper.events).containsExactly("admitted GET /a", "ended /a 201");
  }

  @Test
  void aBrokenGateLetsRequestsContinue() {
    send("GET /fail HTTP/1.1", "Host: x");
    assertThat(received).containsExactly("GET /fail", "end");
    respond("x");
    assertThat(sent()).isEqualTo("HTTP/1.1 200 OK|content-length: 1||x");
    send("GET /reject HTTP/1.1", "Host: x");
    assertThat(sent()).isEqualTo(REJECTION);
  }

  @Test
  void aConnectionWhoseRejectionCannotBeWrittenIsLeftToTheApplication() {
    send("POST /unwritable HTTP/1.1", "Host: x", "Content-Length: 0");
    assertThat(received).containsExactly("POST /unwritable", "end");
    assertThat(gatekeeper.events).hasSize(2).first().isEqualTo("rejected POST /unwritable");
    respond("x");
    assertThat(sent()).isEqualTo("HTTP/1.1 200 OK|content-length: 1||x");
  }

  @Test
  void aResponseThatTheApplicationSharesIsNotChanged() {
    FullHttpResponse shared = response("x");
    for (int n = 0; n < 2; n++) {
      send("GET /a HTTP/1.1", "Host: x");
      channel.writeOutbound(shared.retainedDuplicate());
      assertThat(sent()).containsOnlyOnce("RateLimit");
    }
    assertThat(shared.headers().contains("RateLimit")).isFalse();
    shared.release();
  }

  @Test
  void aRequestThatCannotBeDecodedIsLeftToTheApplication() {
    send("GET /reject HTTP/1.1", "Bad\u0000Header: x");
    assertThat(received).first().asString().startsWith("GET /");
    assertThat(gatekeeper.events).isEmpty();
  }
}
