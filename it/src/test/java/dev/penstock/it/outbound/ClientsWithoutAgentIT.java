package dev.penstock.it.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.ClientTestApp;
import dev.penstock.it.harness.apps.Matrix;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.outbound.ClientOutcomes;
import dev.penstock.it.harness.outbound.DocumentedOutcomes;
import dev.penstock.it.harness.outbound.FakeApiServer;
import dev.penstock.it.harness.outbound.RunningClientApp;
import dev.penstock.testdialects.Dialect;
import dev.penstock.testdialects.ServerBucket;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the documented outcomes without the agent; {@link ClientOutcomesIT} compares with them.
 */
@Order(0)
class ClientsWithoutAgentIT {
  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

  static Stream<TestTarget> targets() {
    return ClientTestApp.built();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void everyClientHasTheDocumentedOutcomes(TestTarget target) {
    assumeTrue(Matrix.FULL, "only another version of a client has other outcomes");
    try (FakeApiServer server = FakeApiServer.withTls();
        RunningClientApp app = ClientOutcomes.start(Launch.on(target).withoutAgent(), server)) {
      expectDocumentedOutcomes(app, server);
      for (String client : app.clients()) {
        expectManyCallersServed(target, app, client, server);
        expectLimitSeen(app, client, server);
      }
      app.app().stop();
      assertThat(app.app().stderr()).isEmpty();
    }
  }

  private static void expectManyCallersServed(
      TestTarget target, RunningClientApp app, String client, FakeApiServer server) {
    String here = " " + client + " ";
    String hello = server.http("/hello");
    assertThat(app.execute("load" + here + "4 20 " + hello))
        .as(client)
        .isEqualTo("200=20 429=0 other=0 rejected=0");
    assertThat(app.execute("held" + here + "20 " + hello))
        .as(client)
        .isIn("200=20 429=0 other=0 rejected=0 blocked=none", "n/a");
    assertThat(app.execute("virtual" + here + "20 " + hello))
        .as(client)
        .isEqualTo(
            target.jdk().feature() < FIRST_WITH_VIRTUAL_THREADS
                ? "n/a"
                : "200=20 429=0 other=0 rejected=0");
  }

  private static void expectLimitSeen(RunningClientApp app, String client, FakeApiServer server) {
    server.limit(new ServerBucket(5, 1, Duration.ofHours(1)), Dialect.NONE);
    server.settled().clear();
    assertThat(app.execute("load " + client + " 4 8 " + server.http("/api/items")))
        .as(client)
        .isEqualTo("200=5 429=3 other=0 rejected=0");
    assertThat(server.settled().countByStatus(200)).as(client).isEqualTo(5);
    // At least three, because some clients retry.
    assertThat(server.seen().countByStatus(429)).as(client).isGreaterThanOrEqualTo(3);
  }

  /** Expects the outcomes of {@code client-outcomes.txt} in every scenario. */
  static void expectDocumentedOutcomes(RunningClientApp app, FakeApiServer server) {
    Map<String, String> outcomes = ClientOutcomes.of(app, server);
    assertThat(outcomes).isEqualTo(new DocumentedOutcomes().of(app.clients()));
  }
}
