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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the locations in which the agent searches for its rules, and their order. */
class RulesFileDiscoveryIT {
  private static final int LOCATIONS = 6;

  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, rate: 2/week }
      """;

  @TempDir Path folder;

  static Stream<Jdk> jdks() {
    return Jdk.tested().stream();
  }

  /** Starts JVMs with fewer and fewer locations. The first line of each names the file it read. */
  @ParameterizedTest
  @MethodSource("jdks")
  void theFirstLocationWithAFileWins(Jdk jdk) throws IOException {
    List<String> files =
        List.of(
            "argument.yml",
            "property.yml",
            "variable.yml",
            "penstock.yaml",
            "the app/penstock.yaml",
            "the agent, 100% Jürgen's/penstock.yaml");
    for (int first = 1; first <= LOCATIONS; first++) {
      assertThat(start(jdk, first, /* option= */ "="))
          .containsExactly("penstock: enforcing 1 rule from " + files.get(first - 1), "done");
    }
    assertThat(start(jdk, 1, /* option= */ "=rules="))
        .containsExactly("penstock: enforcing 1 rule from " + files.get(0), "done");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aNamedFileIsTheOnlyLocation(Jdk jdk) throws IOException {
    Path home = folder.toRealPath();
    Files.writeString(home.resolve("penstock.yaml"), RULES);
    Path program = FixtureJar.of(ShortProgram.class, home);
    CommandLine command =
        CommandLine.of(
            jdk.tool("java").toString(),
            "-javaagent:" + Artifacts.PENSTOCK_JAR,
            "-Dpenstock.rules=typo.yml",
            "-cp",
            program.toString(),
            "fixture.ShortProgram");
    assertThat(command.run(home).lines())
        .hasSize(2)
        .first()
        .asString()
        .startsWith("penstock: warning: the rules file " + home.resolve("typo.yml"))
        .contains("named by the system property `penstock.rules`, does not exist");
  }

  /** Starts a program with a file in each location from this one on; returns its output. */
  private List<String> start(Jdk jdk, int first, String option) throws IOException {
    Path home = Files.createTempDirectory(folder.toRealPath(), "start");
    Path app = Files.createDirectory(home.resolve("the app"));
    Path agent = Files.createDirectory(home.resolve("the agent, 100% Jürgen's"));
    Path program =
        FixtureJar.of(
            ShortProgram.class, app, Map.of("Main-Class", "fixture.ShortProgram"), List.of());
    Path jar = Files.copy(Artifacts.PENSTOCK_JAR, agent.resolve("penstock.jar"));
    List<String> words = new ArrayList<>(List.of(jdk.tool("java").toString()));
    words.add(
        "-javaagent:" + jar + (first <= 1 ? option + write(home, 1, first, "argument.yml") : ""));
    if (first <= 2) {
      words.add("-Dpenstock.rules=property.yml");
    }
    words.addAll(List.of("-jar", program.toString()));
    CommandLine command = CommandLine.of(words.toArray(String[]::new));
    if (first <= 3) {
      command.environment("PENSTOCK_RULES", "variable.yml");
    }
    write(home, 2, first, "property.yml");
    write(home, 3, first, "variable.yml");
    write(home, 4, first, "penstock.yaml");
    write(app, 5, first, "penstock.yaml");
    write(agent, 6, first, "penstock.yaml");
    return command.run(home).lines().stream().map(line -> line.replace(home + "/", "")).toList();
  }

  private static Path write(Path folder, int location, int first, String name) throws IOException {
    Path file = folder.resolve(name);
    if (first <= location) {
      Files.writeString(file, RULES);
    }
    return file;
  }
}
