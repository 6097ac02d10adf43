package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

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

/** The agent option {@code strict}: no application without rules. */
class StrictIT {
  private static final String EXITS =
      "penstock: error: the rules could not be loaded. The agent option `strict` is set, so the JVM"
          + " exits with code 78.";

  @TempDir Path folder;

  static Stream<Jdk> jdks() {
    return Jdk.tested().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void theJvmEndsBeforeMainIfTheRulesCannotBeLoaded(Jdk jdk) throws IOException {
    Path rules = folder.toRealPath().resolve("rules.yaml");
    Files.createDirectory(rules);
    assertThat(run(jdk, "=strict", rules))
        .isEqualTo(
            new Command.Ended(
                78,
                List.of(
                    "penstock: warning: the rules file "
                        + rules
                        + ", named by the environment variable `PENSTOCK_RULES`, is a directory, not"
                        + " a file. The application is not started. Correct the path or the mount:"
                        + " container runtimes create a directory if the file to mount does not"
                        + " exist on the host.",
                    EXITS)));
    Files.delete(rules);
    Files.writeString(rules, "version: 2\n");
    Command.Ended broken = run(jdk, "=rules=" + rules + ",strict", /* variable= */ null);
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
            new Command.Ended(0, List.of("penstock: enforcing 1 rule from " + rules, "done")));
  }

  private Command.Ended run(Jdk jdk, String options, @Nullable Path variable) throws IOException {
    Path home = folder.toRealPath();
    Path program = FixtureJar.of(ShortProgram.class, home);
    Command command =
        Command.of(
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
