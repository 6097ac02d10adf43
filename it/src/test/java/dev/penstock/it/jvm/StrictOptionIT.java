package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.FixtureJar;
import dev.penstock.it.harness.apps.Artifacts;
import dev.penstock.it.harness.apps.Jdk;
import fixture.ShortProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With the agent option {@code strict}, an application does not start without rules. */
class StrictOptionIT {
  private static final String EXITS =
      "penstock: error: the rules could not be loaded. The agent option `strict` is set, so the JVM"
          + " exits with code 78.";

  @TempDir Path folder;

  static Stream<Jdk> jdks() {
    return Jdk.tested().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void theJvmExitsBeforeMainIfTheRulesCannotBeLoaded(Jdk jdk) throws IOException {
    Path rules = folder.toRealPath().resolve("rules.yaml");
    Files.createDirectory(rules);
    assertThat(run(jdk, "=strict", rules))
        .isEqualTo(
            new CommandLine.Ended(
                78,
                List.of(
                    "penstock: warning: the rules file "
                        + rules
                        + ", named by the environment variable `PENSTOCK_RULES`, is a directory,"
                        + " not a file. The application is not started. Correct the path or the"
                        + " mount: container runtimes create a directory if the file to mount does"
                        + " not exist on the host.",
                    EXITS)));
    Files.delete(rules);
    Files.writeString(rules, "version: 2\n");
    CommandLine.Ended broken = run(jdk, "=rules=" + rules + ",strict", /* variable= */ null);
    assertThat(broken.exitCode()).isEqualTo(78);
    assertThat(broken.lines())
        .startsWith("penstock: warning: " + rules + " has problems; the application is not started")
        .endsWith(EXITS)
        .doesNotContain("done");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void theApplicationRunsIfTheRulesAreLoaded(Jdk jdk) throws IOException {
    Path rules = folder.toRealPath().resolve("rules.yaml");
    Files.writeString(rules, "version: 1\ninbound:\n  all: { match: /**, rate: 1/week }\n");
    assertThat(run(jdk, "=strict", rules))
        .isEqualTo(
            new CommandLine.Ended(0, List.of("penstock: enforcing 1 rule from " + rules, "done")));
  }

  private CommandLine.Ended run(Jdk jdk, String options, @Nullable Path variable)
      throws IOException {
    Path home = folder.toRealPath();
    Path program = FixtureJar.of(ShortProgram.class, home);
    CommandLine command =
        CommandLine.of(
            jdk.tool("java").toString(),
            "-javaagent:" + Artifacts.PENSTOCK_JAR + options,
            "-cp",
            program.toString(),
            "fixture.ShortProgram");
    if (variable != null) {
      command.environment("PENSTOCK_RULES", variable.toString());
    }
    return command.run(home);
  }
}
