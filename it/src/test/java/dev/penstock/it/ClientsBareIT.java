package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.testdialects.Dialect;
import dev.penstock.testdialects.ServerBucket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What clients do without the agent: other tests compare with it. */
class ClientsBareIT {
  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

  @TempDir static Path folder;

  private static StrictServer server;

  @BeforeAll
  static void start() {
    server = StrictServer.withTls(folder);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Stage> stages() {
    return ClientsApp.built();
  }

  @ParameterizedTest
  @MethodSource("stages")
  void everyClientCopesWithACrowd(Stage stage) {
    try (ClientApp app = ClientAnswers.start(Launch.on(stage).withoutAgent(), server)) {
      for (String client : List.of(app.ask("clients").split(" ", -1))) {
        String here = " " + client + " ";
        String hello = server.http("/hello");
        assertThat(app.ask("load" + here + "4 20 " + hello))
            .as(client)
            .isEqualTo("200=20 429=0 other=0 refused=0");
        assertThat(app.ask("held" + here + "20 " + hello))
            .as(client)
            .isIn("200=20 429=0 other=0 refused=0 blocked=none", "n/a");
        assertThat(app.ask("virtual" + here + "20 " + hello))
            .as(client)
            .isEqualTo(
                stage.jdk().feature() < FIRST_WITH_VIRTUAL_THREADS
                    ? "n/a"
                    : "200=20 429=0 other=0 refused=0");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stages")
  void everyClientSeesTheLimitOfTheServer(Stage stage) {
    try (ClientApp app = ClientAnswers.start(Launch.on(stage).withoutAgent(), server)) {
      for (String client : List.of(app.ask("clients").split(" ", -1))) {
        server.limit(new ServerBucket(5, 1, Duration.ofHours(1)), Dialect.NONE);
        server.settled().clear();
        assertThat(app.ask("load " + client + " 4 8 " + server.http("/api/items")))
            .as(client)
            .isEqualTo("200=5 429=3 other=0 refused=0");
        assertThat(server.settled().answered(200)).as(client).isEqualTo(5);
        // At least: there are clients that try again by themselves.
        assertThat(server.seen().answered(429)).as(client).isGreaterThanOrEqualTo(3);
      }
    }
  }
}
