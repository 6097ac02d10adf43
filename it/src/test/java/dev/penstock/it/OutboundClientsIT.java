package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.testdialects.Dialect;
import dev.penstock.testdialects.ServerBucket;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every client with the agent: each call counts once, and no thread blocks that must not. */
@Order(1)
class OutboundClientsIT {
  /* One JVM for several claims: each rule has pages of its own. */
  private static final String RULES =
      """
      version: 1
      outbound:
        keys: { match: "*://127.0.0.1:*/key", key: header.X-API-Key, rate: 2/h,
                algorithm: sliding-log, wait: 0s }
        redirects: { match: ["*://127.0.0.1:*/redirect", "*://127.0.0.1:*/hello"],
                     key: query.c, on-missing-key: deny, rate: 2/h, algorithm: sliding-log, wait: 0s }
        held: { match: "*://127.0.0.1:*/slow", rate: 50/s, wait: 30s }
        api: { match: "*://127.0.0.1:*/api/**", rate: 100/s, wait: 30s, queue: 1000 }
      """;

  private static final StrictServer SERVER = StrictServer.withTls();

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  static Stream<Stage> stages() {
    return ClientsApp.built();
  }

  @ParameterizedTest
  @MethodSource("stages")
  void callsCountOnceAndAreHeldWithoutBlockingThreads(Stage stage) {
    try (ClientApp app = ClientAnswers.start(Launch.on(stage).rules(RULES), SERVER)) {
      for (String client : app.clients()) {
        expectCallsCountOnce(app, client);
        expectAsynchronousCallsAreHeldWithoutBlocking(app, client);
        expectAServerWithTheSameLimitRejectsNothing(app, client);
      }
      assertThat(app.app().agentSaid()).hasSize(1);
    }
  }

  /**
   * A call counts once, however many layers and redirects it passes. A counted redirect would be
   * rejected, because the page it leads to lacks the key.
   */
  private static void expectCallsCountOnce(ClientApp app, String client) {
    String key = client + " headers " + SERVER.http("/key") + " " + client;
    expectTwoAndARejection(app, client, key, "200 " + client);
    // CXF follows redirects by itself, with separate calls to the client below it.
    if (!client.equals("cxf")) {
      String redirect = client + " redirect " + SERVER.http("/redirect?c=" + client);
      String followed = new DocumentedAnswers().of(client, Scenario.REDIRECT);
      expectTwoAndARejection(app, client, redirect, followed);
    }
  }

  private static void expectTwoAndARejection(
      ClientApp app, String client, String command, String answer) {
    assertThat(app.ask(command)).as(client).isEqualTo(answer);
    assertThat(app.ask(command)).as(client).isEqualTo(answer);
    assertThat(app.ask(command)).as(client).contains("OutboundLimitException");
  }

  private static void expectAsynchronousCallsAreHeldWithoutBlocking(ClientApp app, String client) {
    assertThat(app.ask("held " + client + " 50 " + SERVER.http("/slow")))
        .as(client)
        .isIn("200=50 429=0 other=0 refused=0 blocked=none", "n/a");
  }

  private static void expectAServerWithTheSameLimitRejectsNothing(ClientApp app, String client) {
    SERVER.limit(new ServerBucket(20, 100, Duration.ofSeconds(1)), Dialect.NONE);
    SERVER.settled().clear();
    assertThat(app.ask("load " + client + " 8 100 " + SERVER.http("/api/items")))
        .as(client)
        .isEqualTo("200=100 429=0 other=0 refused=0");
  }

  /** The page that a redirect leads to lacks the key, so a call that gets there is rejected. */
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
    try (ClientApp app = ClientAnswers.start(Launch.on(stage).rules(rules), SERVER)) {
      for (String client : app.clients()) {
        String answer = app.ask(client + " redirect " + SERVER.http("/redirect?c=" + client));
        boolean follows = new DocumentedAnswers().of(client, Scenario.REDIRECT).equals("200 hello");
        if (client.equals("cxf")) {
          // It takes the rejection of its second call for an answer without a body.
          assertThat(answer).as(client).isNotEqualTo("200 hello");
        } else if (follows && !client.equals("apache4-async")) {
          assertThat(answer).as(client).contains("OutboundLimitException");
        } else {
          // A client that does not follow sends one request. The redirects of apache4-async are
          // known not to be counted.
          assertThat(answer).as(client).doesNotContain("OutboundLimitException");
        }
      }
      assertThat(app.app().agentSaid()).hasSize(1);
    }
  }
}
