package dev.penstock.it.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.ClientTestApp;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.outbound.ClientOutcomes;
import dev.penstock.it.harness.outbound.FakeApiServer;
import dev.penstock.it.harness.outbound.RunningClientApp;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients have the same outcome of every scenario with and without the agent. */
@Order(0)
class ClientOutcomesIT {
  private static final String RULES =
      """
      version: 1
      outbound:
        all: { match: "*://127.0.0.1:*/**", rate: 20/s, wait: 30s, learn: true }
      """;

  static Stream<TestTarget> targets() {
    return ClientTestApp.built();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void clientsBehaveAsWithoutTheAgent(TestTarget target) {
    try (FakeApiServer server = FakeApiServer.withTls();
        RunningClientApp app = ClientOutcomes.start(Launch.on(target).rules(RULES), server)) {
      ClientsWithoutAgentIT.expectDocumentedOutcomes(app, server);
      app.app().stop();
      assertThat(app.app().stderr())
          .singleElement()
          .asString()
          .startsWith("penstock: enforcing 1 rule");
    }
  }
}
