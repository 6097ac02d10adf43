package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.testdialects.Dialect;
import dev.penstock.testdialects.ServerBucket;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The clients without the agent: {@link ClientAnswersIT} and others compare with this behavior. */
@Order(0)
class ClientsBareIT {
  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

  static Stream<Stage> stages() {
    return ClientsApp.built();
  }

  @ParameterizedTest
  @MethodSource("stages")
  void everyClientGivesTheDocumentedAnswers(Stage stage) {
    try (StrictServer server = StrictServer.withTls();
        ClientApp app = ClientAnswers.start(Launch.on(stage).withoutAgent(), server)) {
      expectDocumentedAnswers(app, server);
      for (String client : app.clients()) {
        expectManyCallersServed(stage, app, client, server);
        expectLimitSeen(app, client, server);
      }
      app.app().stop();
      assertThat(app.app().stderr()).isEmpty();
    }
  }

  private static void expectManyCallersServed(
      Stage stage, ClientApp app, String client, StrictServer server) {
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

  private static void expectLimitSeen(ClientApp app, String client, StrictServer server) {
    server.limit(new ServerBucket(5, 1, Duration.ofHours(1)), Dialect.NONE);
    server.settled().clear();
    assertThat(app.ask("load " + client + " 4 8 " + server.http("/api/items")))
        .as(client)
        .isEqualTo("200=5 429=3 other=0 refused=0");
    assertThat(server.settled().answered(200)).as(client).isEqualTo(5);
    // At least: some clients try again by themselves.
    assertThat(server.seen().answered(429)).as(client).isGreaterThanOrEqualTo(3);
  }

  /** The documented answers, {@code client-answers.txt}, to every scenario. */
  static void expectDocumentedAnswers(ClientApp app, StrictServer server) {
    Map<String, String> answers = ClientAnswers.of(app, server);
    assertThat(answers).isEqualTo(new DocumentedAnswers().of(app.clients()));
  }
}
