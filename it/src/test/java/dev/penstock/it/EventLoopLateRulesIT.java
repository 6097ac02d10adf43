package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules that come when a server on event loops is running already take effect. */
class EventLoopLateRulesIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, rate: 2/week }
        routes: { match: /orders/**, key: route, rate: 1/week }
        members: { match: /me, key: user, rate: 1/week }
      """;

  static Stream<Stage> stages() {
    return Stream.of("WEBFLUX", "VERTX").flatMap(TestApp::built);
  }

  @ParameterizedTest
  @MethodSource("stages")
  void aServerThatRunsIsLimitedToo(Stage stage) throws IOException {
    try (var app = Launch.on(stage).start()) {
      Http http = app.http();
      assertThat(http.statuses(3, "/hello")).containsOnly(200);
      assertThat(http.status("/orders/1")).isEqualTo(200);
      Files.writeString(app.folder().resolve("penstock.yaml"), RULES);
      app.awaitStderr("3 rules");
      assertThat(http.statuses(3, "/hello")).containsExactly(200, 200, 429);
      assertThat(http.status("/orders/1")).isEqualTo(200);
      assertThat(http.status("/orders/2")).isEqualTo(429);
      assertThat(http.status("/orders/2/items/1")).isEqualTo(200);
      assertThat(http.statuses(2, "/me", "Authorization", Served.login("ann")))
          .containsExactly(200, 429);
      app.stop();
      assertThat(app.stderr()).hasSize(2).allMatch(line -> line.startsWith("penstock: "));
    }
  }
}
