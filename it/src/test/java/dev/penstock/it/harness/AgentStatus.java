package dev.penstock.it.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.it.harness.apps.Artifacts;
import dev.penstock.it.harness.apps.TestTarget;
import java.nio.file.Files;

/** Runs {@code penstock.jar status} against a running JVM. */
public final class AgentStatus {
  private AgentStatus() {}

  /** The output of the command. Skips the test if the JDK has no attach tools. */
  public static String of(TestTarget target, RunningApp app) {
    assumeTrue(Files.isExecutable(target.jdk().tool("jcmd")), "not in this runtime");
    CommandLine.Ended result =
        CommandLine.of(
                target.jdk().tool("java").toString(),
                "-jar",
                Artifacts.PENSTOCK_JAR.toString(),
                "status",
                Long.toString(app.pid()))
            .run(app.folder());
    assertThat(result.exitCode()).as(result.toString()).isZero();
    return String.join("\n", result.lines()) + "\n";
  }
}
