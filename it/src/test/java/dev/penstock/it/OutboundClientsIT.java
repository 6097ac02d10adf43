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

/** Every client under the agent: each of its calls counts once, and none blocks who must not. */
class OutboundClientsIT {
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

  /** A redirect that were judged would be refused, as the page that it leads to lacks the key. */
  @ParameterizedTest
  @MethodSource("stages")
  void aCallCountsOnceWhateverLayersAndRedirectsItPasses(Stage stage) {
    String rules =
        """
        version: 1
        outbound:
          keys: { match: "*://127.0.0.1:*/key", key: header.X-API-Key, rate: 2/h,
                  algorithm: sliding-log, wait: 0s }
          redirects: { match: ["*://127.0.0.1:*/redirect", "*://127.0.0.1:*/hello"],
                       key: query.c, on-missing-key: deny, rate: 2/h, algorithm: sliding-log, wait: 0s }
        """;
    try (ClientApp app = ClientAnswers.start(Launch.on(stage).rules(rules), server)) {
      for (String client : clients(app)) {
        String key = client + " headers " + server.http("/key") + " " + client;
        expectTwoAndARefusal(app, client, key, "200 " + client);
        // CXF follows redirects by itself, with calls of its own to the client below it.
        if (!client.equals("cxf")) {
          String redirect = client + " redirect " + server.http("/redirect?c=" + client);
          String followed = new DocumentedAnswers().of(client, Scenario.REDIRECT);
          expectTwoAndARefusal(app, client, redirect, followed);
        }
      }
      assertThat(app.app().agentSaid()).hasSize(1);
    }
  }

  /** The page that a redirect leads to lacks the key, so a call that gets there is refused. */
  @ParameterizedTest
  @MethodSource("stages")
  void redirectsCountIfTheRuleSaysSo(Stage stage) {
    String rules =
        """
        version: 1
        outbound:
          redirects: { match: ["*://127.0.0.1:*/redirect", "*://127.0.0.1:*/hello"], key: query.c,
                       on-missing-key: deny, rate: 9/s, count-retries: true }
        """;
    try (ClientApp app = ClientAnswers.start(Launch.on(stage).rules(rules), server)) {
      for (String client : clients(app)) {
        String answer = app.ask(client + " redirect " + server.http("/redirect?c=" + client));
        boolean follows = new DocumentedAnswers().of(client, Scenario.REDIRECT).equals("200 hello");
        if (client.equals("cxf")) {
          // It takes the refusal of its second call for an answer without a body.
          assertThat(answer).as(client).isNotEqualTo("200 hello");
        } else if (follows && !client.equals("apache4-async")) {
          assertThat(answer).as(client).contains("OutboundLimitException");
        } else {
          // Whoever does not follow sends one request; the other is known not to be counted.
          assertThat(answer).as(client).doesNotContain("OutboundLimitException");
        }
      }
      assertThat(app.app().agentSaid()).hasSize(1);
    }
  }

  private static void expectTwoAndARefusal(
      ClientApp app, String client, String command, String answer) {
    assertThat(app.ask(command)).as(client).isEqualTo(answer);
    assertThat(app.ask(command)).as(client).isEqualTo(answer);
    assertThat(app.ask(command)).as(client).contains("OutboundLimitException");
  }

  @ParameterizedTest
  @MethodSource("stages")
  void asynchronousCallsAreHeldWithoutBlockingAThread(Stage stage) {
    String rules =
        """
        version: 1
        outbound:
          held: { match: "*://127.0.0.1:*/hello", rate: 50/s, wait: 30s }
        """;
    try (ClientApp app = ClientAnswers.start(Launch.on(stage).rules(rules), server)) {
      for (String client : clients(app)) {
        assertThat(app.ask("held " + client + " 50 " + server.http("/hello")))
            .as(client)
            .isIn("200=50 429=0 other=0 refused=0 blocked=none", "n/a");
      }
      assertThat(app.app().agentSaid()).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("stages")
  void aServerWhoseLimitTheRuleKnowsRefusesNobody(Stage stage) {
    String rules =
        """
        version: 1
        outbound:
          api: { match: "*://127.0.0.1:*/api/**", rate: 100/s, wait: 30s, queue: 1000 }
        """;
    try (ClientApp app = ClientAnswers.start(Launch.on(stage).rules(rules), server)) {
      for (String client : clients(app)) {
        server.limit(new ServerBucket(20, 100, Duration.ofSeconds(1)), Dialect.NONE);
        server.settled().clear();
        assertThat(app.ask("load " + client + " 8 100 " + server.http("/api/items")))
            .as(client)
            .isEqualTo("200=100 429=0 other=0 refused=0");
      }
    }
  }

  private static List<String> clients(ClientApp app) {
    return List.of(app.ask("clients").split(" ", -1));
  }
}
