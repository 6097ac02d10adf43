package dev.penstock.it.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.ClientTestApp;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.outbound.ClientOutcomes;
import dev.penstock.it.harness.outbound.ClientScenario;
import dev.penstock.it.harness.outbound.DocumentedOutcomes;
import dev.penstock.it.harness.outbound.FakeApiServer;
import dev.penstock.it.harness.outbound.RunningClientApp;
import dev.penstock.testdialects.Dialect;
import dev.penstock.testdialects.ServerBucket;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every client with the agent: each call counts once, and asynchronous calls block no thread. */
@Order(1)
class OutboundClientsIT {
  /* All checks share one JVM; each rule has its own pages. */
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

  private static final FakeApiServer SERVER = FakeApiServer.withTls();

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  static Stream<TestTarget> targets() {
    return ClientTestApp.built();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void callsCountOnceAndAreHeldWithoutBlockingThreads(TestTarget target) {
    try (RunningClientApp app = ClientOutcomes.start(Launch.on(target).rules(RULES), SERVER)) {
      for (String client : app.clients()) {
        expectCallsCountOnce(app, client);
        expectAsynchronousCallsAreHeldWithoutBlocking(app, client);
        expectNoRejectionByAServerWithTheSameLimit(app, client);
      }
      assertThat(app.app().agentLines()).hasSize(1);
    }
  }

  /**
   * A call counts once, however many layers and redirects it passes. A counted redirect would be
   * rejected, because the page it leads to lacks the key.
   */
  private static void expectCallsCountOnce(RunningClientApp app, String client) {
    String key = client + " headers " + SERVER.http("/key") + " " + client;
    expectTwoCallsThenRejection(app, client, key, "200 " + client);
    // CXF follows redirects itself, with separate calls to its underlying client.
    if (!client.equals("cxf")) {
      String redirect = client + " redirect " + SERVER.http("/redirect?c=" + client);
      String followed = new DocumentedOutcomes().of(client, ClientScenario.REDIRECT);
      expectTwoCallsThenRejection(app, client, redirect, followed);
    }
  }

  private static void expectTwoCallsThenRejection(
      RunningClientApp app, String client, String command, String outcome) {
    assertThat(app.execute(command)).as(client).isEqualTo(outcome);
    assertThat(app.execute(command)).as(client).isEqualTo(outcome);
    assertThat(app.execute(command)).as(client).contains("OutboundLimitException");
  }

  private static void expectAsynchronousCallsAreHeldWithoutBlocking(
      RunningClientApp app, String client) {
    assertThat(app.execute("held " + client + " 50 " + SERVER.http("/slow")))
        .as(client)
        .isIn("200=50 429=0 other=0 rejected=0 blocked=none", "n/a");
  }

  private static void expectNoRejectionByAServerWithTheSameLimit(
      RunningClientApp app, String client) {
    SERVER.limit(new ServerBucket(20, 100, Duration.ofSeconds(1)), Dialect.NONE);
    SERVER.settled().clear();
    assertThat(app.execute("load " + client + " 8 100 " + SERVER.http("/api/items")))
        .as(client)
        .isEqualTo("200=100 429=0 other=0 rejected=0");
  }

  /** The page that a redirect leads to lacks the key, so a call that gets there is rejected. */
  @ParameterizedTest
  @MethodSource("targets")
  void redirectsCountIfTheRuleSaysSo(TestTarget target) {
    String rules =
        """
        version: 1
        outbound:
          redirects: { match: ["*://127.0.0.1:*/redirect", "*://127.0.0.1:*/hello"], key: query.c,
                       on-missing-key: deny, rate: 9/s, count-retries: true }
        """;
    try (RunningClientApp app = ClientOutcomes.start(Launch.on(target).rules(rules), SERVER)) {
      for (String client : app.clients()) {
        String outcome = app.execute(client + " redirect " + SERVER.http("/redirect?c=" + client));
        boolean follows =
            new DocumentedOutcomes().of(client, ClientScenario.REDIRECT).equals("200 hello");
        if (client.equals("cxf")) {
          // CXF treats the rejection of its second call as a response without a body.
          assertThat(outcome).as(client).isNotEqualTo("200 hello");
        } else if (follows && !client.equals("apache4-async")) {
          assertThat(outcome).as(client).contains("OutboundLimitException");
        } else {
          // A client that does not follow sends one request. The redirects of apache4-async are
          // known not to be counted.
          assertThat(outcome).as(client).doesNotContain("OutboundLimitException");
        }
      }
      assertThat(app.app().agentLines()).hasSize(1);
    }
  }
}
