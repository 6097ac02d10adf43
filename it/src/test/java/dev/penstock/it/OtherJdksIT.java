package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The agent works on every other JDK of this machine: it starts, limits, paces, attaches, and
 * accepts class archives. The profile {@code matrix} runs all tests on all JDKs instead.
 */
class OtherJdksIT {
  @BeforeAll
  static void hasOtherJdks() {
    assumeFalse(
        Jdk.others().isEmpty(),
        "SKIPPED: all tests run on all JDKs of this machine, or there is only one");
  }

  static Stream<Stage> stages() {
    return Jdk.others().stream().map(jdk -> new Stage(DemoApp.TOMCAT_10, jdk));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("stages")
  void startsAndLimitsInboundRequests(Stage stage) {
    String rules =
        """
        version: 1
        inbound:
          hello: { match: /hello, key: ip, rate: 2/week }
          places: { match: /wait/**, concurrency: 1 }
        """;
    try (var app = Launch.on(stage).rules(rules).start()) {
      assertThat(app.http().statuses(4, "/hello")).containsExactly(200, 200, 429, 429);
      app.stop();
      app.expectCalm();
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("stages")
  void pacesOutboundCalls(Stage stage) {
    String rules =
        """
        version: 1
        outbound:
          keys: { match: "*://127.0.0.1:*/key", key: header.X-API-Key, rate: 1/h, wait: 0s }
          held: { match: "*://127.0.0.1:*/hello", rate: 50/s, wait: 30s }
        """;
    Launch launch = Launch.on(new Stage(ClientsApp.CLIENTS, stage.jdk())).rules(rules);
    try (StrictServer server = StrictServer.withTls();
        ClientApp app = ClientAnswers.start(launch, server)) {
      for (String client : app.clients()) {
        String call = client + " headers " + server.http("/key") + " " + client;
        assertThat(app.ask(call)).as(client).isEqualTo("200 " + client);
        assertThat(app.ask(call)).as(client).contains("OutboundLimitException");
        assertThat(app.ask("held " + client + " 10 " + server.http("/hello")))
            .as(client)
            .isIn("200=10 429=0 other=0 refused=0 blocked=none", "n/a");
      }
      assertThat(app.app().agentSaid()).hasSize(1);
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("stages")
  void attachesToARunningJvm(Stage stage) {
    AttachIT.expectLimitsAfterAttach(stage);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("stages")
  void worksWithClassDataSharing(Stage stage, @TempDir Path folder) throws IOException {
    ArchiveIT.expectClassDataSharing(stage, folder);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("stages")
  void worksWithAnAheadOfTimeCache(Stage stage, @TempDir Path folder) throws IOException {
    ArchiveIT.expectAheadOfTimeCache(stage, folder);
  }
}
