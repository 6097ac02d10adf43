package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A WebSocket session has its slot of {@code concurrency} until it closes, however it closes. */
class WebSocketIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        sessions: { match: /ws, concurrency: 2 }
      """;

  private static final int SWITCHED = 101;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final HttpClient client = HttpClient.newHttpClient();

  static Stream<Stage> stages() {
    return TestApp.built("WEBSOCKET_");
  }

  @ParameterizedTest
  @MethodSource("stages")
  void aSessionHoldsItsSlotUntilItCloses(Stage stage) {
    try (var app = Launch.on(stage).rules(RULES).start()) {
      int port = app.http().port();
      List<WebSocket> open = new ArrayList<>();
      assertThat(handshake(port, open)).isEqualTo(SWITCHED);
      assertThat(handshake(port, open)).isEqualTo(SWITCHED);
      assertThat(handshake(port, open)).isEqualTo(429);
      assertThat(handshake(port, open)).isEqualTo(429);

      open.remove(0).sendClose(WebSocket.NORMAL_CLOSURE, "bye").join();
      assertThat(Await.within(PATIENCE, () -> handshake(port, open) == SWITCHED)).isTrue();
      assertThat(handshake(port, open)).isEqualTo(429);

      // Its end comes without a word, as when a client loses its network.
      open.remove(0).abort();
      assertThat(Await.within(PATIENCE, () -> handshake(port, open) == SWITCHED)).isTrue();
      assertThat(handshake(port, open)).isEqualTo(429);

      if (stage.app() == TestApp.WEBSOCKET_TOMCAT) {
        // Tomcat ends such a session without telling the handler of its connection.
        open.remove(0).sendText("drop", /* last= */ true).join();
        assertThat(Await.within(PATIENCE, () -> handshake(port, open) == SWITCHED)).isTrue();
        assertThat(handshake(port, open)).isEqualTo(429);
      }

      open.forEach(WebSocket::abort);
      List<WebSocket> again = new ArrayList<>();
      assertThat(Await.within(PATIENCE, () -> handshake(port, again) == SWITCHED)).isTrue();
      assertThat(Await.within(PATIENCE, () -> handshake(port, again) == SWITCHED)).isTrue();
      assertThat(handshake(port, again)).isEqualTo(429);
      again.forEach(WebSocket::abort);
      app.stop();
      assertThat(app.agentSaid()).hasSize(1);
    }
  }

  static Stream<Stage> stagesThatDoNotReportTheEnd() {
    return TestApp.built(List.of(TestApp.WEBFLUX_BOOT_3));
  }

  @ParameterizedTest
  @MethodSource("stagesThatDoNotReportTheEnd")
  void theLogNamesAServerWhereTheSlotEndsWithTheHandshake(Stage stage) {
    try (var app = Launch.on(stage).rules(RULES).start()) {
      int port = app.http().port();
      List<WebSocket> open = new ArrayList<>();
      assertThat(handshake(port, open)).isEqualTo(SWITCHED);
      assertThat(handshake(port, open)).isEqualTo(SWITCHED);
      assertThat(Await.within(PATIENCE, () -> handshake(port, open) == SWITCHED)).isTrue();
      app.awaitStderr("this server does not report the end of WebSocket sessions");
      open.forEach(WebSocket::abort);
    }
  }

  private int handshake(int port, List<WebSocket> open) {
    URI uri = URI.create("ws://127.0.0.1:" + port + "/ws");
    try {
      open.add(client.newWebSocketBuilder().buildAsync(uri, new WebSocket.Listener() {}).join());
      return SWITCHED;
    } catch (CompletionException e) {
      if (e.getCause() instanceof WebSocketHandshakeException refused) {
        return refused.getResponse().statusCode();
      }
      throw e;
    }
  }
}
