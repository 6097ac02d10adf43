package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.Artifacts;
import dev.penstock.it.harness.apps.TestTarget;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An application is limited after the agent is loaded into its running JVM. */
class AttachIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, rate: 2/week }
      """;

  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#one")
  void requestsAreLimited(TestTarget target) {
    expectLimitsAfterAttach(target);
  }

  static void expectLimitsAfterAttach(TestTarget target) {
    Path jcmd = target.jdk().tool("jcmd");
    assumeTrue(Files.isExecutable(jcmd), "SKIPPED: this runtime has no jcmd");
    try (var app = Launch.on(target).withoutAgent().rules(RULES).start()) {
      assertThat(app.http().statuses(3, "/hello")).containsOnly(200);
      CommandLine.Ended attached =
          CommandLine.of(
                  jcmd.toString(),
                  Long.toString(app.pid()),
                  "JVMTI.agent_load",
                  Artifacts.PENSTOCK_JAR.toString(),
                  "strict")
              .run(app.folder());
      assertThat(attached.exitCode()).as(attached.toString()).isZero();
      // The agent starts on its own thread, so limits take effect shortly after jcmd returns.
      app.awaitStderr("enforcing 1 rule");
      assertThat(app.http().statuses(3, "/hello")).containsExactly(200, 200, 429);
      // The JVM itself warns about agents that are loaded late.
      assertThat(app.stderr())
          .filteredOn(line -> !line.startsWith("WARNING: "))
          .satisfiesExactly(
              line -> assertThat(line).contains("`strict` is ignored"),
              line -> assertThat(line).startsWith("penstock: enforcing 1 rule from "));
    }
  }
}
