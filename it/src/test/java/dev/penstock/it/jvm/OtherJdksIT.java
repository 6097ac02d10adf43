package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.ClientTestApp;
import dev.penstock.it.harness.apps.DemoTestApp;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.outbound.ClientOutcomes;
import dev.penstock.it.harness.outbound.FakeApiServer;
import dev.penstock.it.harness.outbound.RunningClientApp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A short test of the agent on every other JDK of this machine: start, limit, pace, attach, class
 * archives. The profile {@code matrix} runs all tests on all JDKs instead.
 */
class OtherJdksIT {
  @BeforeAll
  static void hasOtherJdks() {
    assumeFalse(
        Jdk.others().isEmpty(), "SKIPPED: there is no other JDK, or all tests run on all of them");
  }

  static Stream<TestTarget> targets() {
    return Jdk.others().stream().map(jdk -> new TestTarget(DemoTestApp.TOMCAT_10, jdk));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("targets")
  void startsAndLimitsInboundRequests(TestTarget target) {
    String rules =
        """
        version: 1
        inbound:
          hello: { match: /hello, key: ip, rate: 2/week }
          slots: { match: /wait/**, concurrency: 1 }
        """;
    try (var app = Launch.on(target).rules(rules).start()) {
      assertThat(app.http().statuses(4, "/hello")).containsExactly(200, 200, 429, 429);
      app.stop();
      app.expectNoUnexpectedOutput();
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("targets")
  void pacesOutboundCalls(TestTarget target) {
    String rules =
        """
        version: 1
        outbound:
          keys: { match: "*://127.0.0.1:*/key", key: header.X-API-Key, rate: 1/h, wait: 0s }
          held: { match: "*://127.0.0.1:*/hello", rate: 50/s, wait: 30s }
        """;
    Launch launch = Launch.on(new TestTarget(ClientTestApp.CLIENTS, target.jdk())).rules(rules);
    try (FakeApiServer server = FakeApiServer.withTls();
        RunningClientApp app = ClientOutcomes.start(launch, server)) {
      for (String client : app.clients()) {
        String call = client + " headers " + server.http("/key") + " " + client;
        assertThat(app.execute(call)).as(client).isEqualTo("200 " + client);
        assertThat(app.execute(call)).as(client).contains("OutboundLimitException");
        assertThat(app.execute("held " + client + " 10 " + server.http("/hello")))
            .as(client)
            .isIn("200=10 429=0 other=0 rejected=0 blocked=none", "n/a");
      }
      assertThat(app.app().agentLines()).hasSize(1);
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("targets")
  void attachesToARunningJvm(TestTarget target) {
    AttachIT.expectLimitsAfterAttach(target);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("targets")
  void worksWithClassDataSharing(TestTarget target, @TempDir Path folder) throws IOException {
    ClassArchiveIT.expectClassDataSharing(target, folder);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("targets")
  void worksWithAnAheadOfTimeCache(TestTarget target, @TempDir Path folder) throws IOException {
    ClassArchiveIT.expectAheadOfTimeCache(target, folder);
  }
}
