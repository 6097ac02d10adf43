package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.FixtureJar;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.TestTarget;
import fixture.FailingGatekeeper;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** If the agent fails internally, the application's requests continue. */
class AgentFaultIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, rate: 1/week }
      """;

  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#one")
  void gatekeeperErrorsAdmitEveryRequestAndAreLoggedOnce(TestTarget target) {
    var launch = Launch.on(target).rules(RULES);
    launch.agent(FixtureJar.of(FailingGatekeeper.class, launch.folder()).toString());
    try (var app = launch.start()) {
      assertThat(app.http().statuses(20, "/hello")).containsOnly(200).hasSize(20);
      app.awaitStderr("broken on purpose");
      app.stop();
      List<String> agentLines =
          app.stderr().stream().filter(line -> line.startsWith("penstock: ")).toList();
      assertThat(agentLines).hasSize(2).last().asString().contains("warning", "1 so far");
      assertThat(app.stdout()).hasSize(1);
    }
  }
}
