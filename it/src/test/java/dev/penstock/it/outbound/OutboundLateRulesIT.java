package dev.penstock.it.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.ClientTestApp;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.outbound.ClientOutcomes;
import dev.penstock.it.harness.outbound.FakeApiServer;
import dev.penstock.it.harness.outbound.RunningClientApp;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients are instrumented only when the first rule applies to them. */
class OutboundLateRulesIT {
  static Stream<TestTarget> targets() {
    return Jdk.tested().stream().map(jdk -> new TestTarget(ClientTestApp.CLIENTS, jdk));
  }

  @ParameterizedTest
  @MethodSource("targets")
  void clientsAreInstrumentedWhenTheFirstRuleNeedsThem(TestTarget target) throws IOException {
    try (FakeApiServer server = FakeApiServer.withTls();
        RunningClientApp app = ClientOutcomes.start(withoutOutboundRules(target), server)) {
      List<String> clients = app.clients();
      for (String client : clients) {
        app.execute(client + " get " + server.http("/hello"));
      }
      // These inbound hooks are in classes that clients share with servers.
      assertThat(app.app().stderr())
          .filteredOn(line -> line.contains("instrumented "))
          .allMatch(line -> line.endsWith("for hook netty") || line.endsWith("for hook pekko"));
      Files.writeString(
          app.app().folder().resolve("penstock.yaml"),
          """
          version: 1
          outbound:
            late: { match: "*://127.0.0.1:*/key", key: header.X-API-Key, on-missing-key: deny,
                    rate: 1/h, wait: 0s }
          """);
      app.app().awaitStderr("reloaded", "added late");
      for (String client : clients) {
        String call = client + " headers " + server.http("/key") + " " + client;
        assertThat(app.execute(call)).as(client).isEqualTo("200 " + client);
        assertThat(app.execute(call)).as(client).contains("OutboundLimitException");
      }
      assertThat(app.app().stderr()).noneMatch(line -> line.contains("warning"));
    }
  }

  private static Launch withoutOutboundRules(TestTarget target) {
    return Launch.on(target)
        .rules("version: 1\ninbound:\n  a: { match: /a, rate: 1/h }\n")
        .jvm("-Dpenstock.log=debug");
  }
}
