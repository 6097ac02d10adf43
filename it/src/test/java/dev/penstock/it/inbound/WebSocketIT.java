package dev.penstock.it.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.apps.TestApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a WebSocket session holds its slot of {@code concurrency} until it closes. */
class WebSocketIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        sessions: { match: /ws, concurrency: 2 }
        failures: { match: /ws, rate: 3/day, count: { status: [200, "4xx"] } }
        held: { match: /forbidden, concurrency: 1 }
        forbidden: { match: /forbidden, rate: 3/day, count: { status: 403 } }
      """;

  private static final int SWITCHED = 101;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private static final Set<TestApp> TOMCATS =
      Set.of(
          ServerTestApp.WEBSOCKET_TOMCAT,
          ServerTestApp.WEBSOCKET_TOMCAT_9,
          ServerTestApp.WEBSOCKET_TOMCAT_11);

  private final HttpClient client = HttpClient.newHttpClient();

  static Stream<TestTarget> targets() {
    return Stream.concat(
        ServerTestApp.built("WEBSOCKET_"),
        ServerTestApp.built(
            List.of(
                ServerTestApp.WEBFLUX_BOOT_2,
                ServerTestApp.WEBFLUX_BOOT_3,
                ServerTestApp.WEBFLUX_BOOT_4,
                ServerTestApp.VERTX_4,
                ServerTestApp.VERTX_5,
                ServerTestApp.CORE_UNDERTOW,
                ServerTestApp.CORE_UNDERTOW_2_2,
                ServerTestApp.CORE_JETTY)));
  }

  @ParameterizedTest
  @MethodSource("targets")
  void aSessionHoldsItsSlotUntilItCloses(TestTarget target) {
    try (var app = Launch.on(target).rules(RULES).start()) {
      int port = app.http().port();
      List<WebSocket> open = new ArrayList<>();
      assertThat(handshake(port, open)).isEqualTo(SWITCHED);
      assertThat(handshake(port, open)).isEqualTo(SWITCHED);
      assertThat(handshake(port, open)).isEqualTo(429);
      assertThat(handshake(port, open)).isEqualTo(429);

      open.remove(0).sendClose(WebSocket.NORMAL_CLOSURE, "bye").join();
      assertThat(Await.within(TIMEOUT, () -> handshake(port, open) == SWITCHED)).isTrue();
      assertThat(handshake(port, open)).isEqualTo(429);

      // The client leaves without closing the session, as when it loses its network.
      open.remove(0).abort();
      assertThat(Await.within(TIMEOUT, () -> handshake(port, open) == SWITCHED)).isTrue();
      assertThat(handshake(port, open)).isEqualTo(429);

      if (TOMCATS.contains(target.app())) {
        // Tomcat ends such a session without notifying the handler of its connection.
        open.remove(0).sendText("drop", /* last= */ true).join();
        assertThat(Await.within(TIMEOUT, () -> handshake(port, open) == SWITCHED)).isTrue();
        assertThat(handshake(port, open)).isEqualTo(429);
      }

      open.forEach(WebSocket::abort);
      List<WebSocket> again = new ArrayList<>();
      assertThat(Await.within(TIMEOUT, () -> handshake(port, again) == SWITCHED)).isTrue();
      assertThat(Await.within(TIMEOUT, () -> handshake(port, again) == SWITCHED)).isTrue();
      assertThat(handshake(port, again)).isEqualTo(429);
      again.forEach(WebSocket::abort);
      app.stop();
      assertThat(app.agentLines()).hasSize(1);
    }
  }

  static Stream<TestTarget> targetsThatReject() {
    return ServerTestApp.built("WEBSOCKET_VERTX");
  }

  @ParameterizedTest
  @MethodSource("targetsThatReject")
  void aHandshakeThatTheApplicationRejectsCountsByItsStatus(TestTarget target) {
    try (var app = Launch.on(target).rules(RULES).start()) {
      int port = app.http().port();
      List<WebSocket> none = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        // Vert.x 4 keeps the connection of a rejected handshake open. The slot is still released.
        assertThat(Await.within(TIMEOUT, () -> handshake(port, "/forbidden", none) == 403))
            .isTrue();
      }
      Duration moment = Duration.ofMillis(500);
      assertThat(Await.within(moment, () -> handshake(port, "/forbidden", none) == 403)).isFalse();
      assertThat(none).isEmpty();
    }
  }

  private int handshake(int port, List<WebSocket> open) {
    return handshake(port, "/ws", open);
  }

  private int handshake(int port, String path, List<WebSocket> open) {
    URI uri = URI.create("ws://127.0.0.1:" + port + path);
    try {
      open.add(client.newWebSocketBuilder().buildAsync(uri, new WebSocket.Listener() {}).join());
      return SWITCHED;
    } catch (CompletionException e) {
      if (e.getCause() instanceof WebSocketHandshakeException rejected) {
        return rejected.getResponse().statusCode();
      }
      throw e;
    }
  }
}
