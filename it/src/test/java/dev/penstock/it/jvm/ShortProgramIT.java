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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a program without a server ends as it does without the agent. */
class ShortProgramIT {
  static Stream<Jdk> jdks() {
    return Jdk.tested().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void endsWhenItsMainEnds(Jdk jdk, @TempDir Path folder) throws IOException {
    CommandLine.Ended ended = run(jdk, folder);
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.lines()).hasSize(2).last().isEqualTo("done");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void failsWhenItsMainFails(Jdk jdk, @TempDir Path folder) throws IOException {
    CommandLine.Ended ended = run(jdk, folder, "on purpose");
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.lines())
        .filteredOn(line -> !line.startsWith("penstock: "))
        .isEqualTo(
            List.of(
                "done",
                "Exception in thread \"main\" java.lang.IllegalStateException: on purpose",
                "\tat fixture.ShortProgram.main(ShortProgram.java:10)"));
  }

  private static CommandLine.Ended run(Jdk jdk, Path folder, String... arguments)
      throws IOException {
    Files.writeString(
        folder.resolve("penstock.yaml"),
        """
        version: 1
        inbound:
          all: { match: /**, rate: 1/week }
        """);
    Path program = FixtureJar.of(ShortProgram.class, folder);
    String[] start = {
      jdk.tool("java").toString(),
      "-javaagent:" + Artifacts.PENSTOCK_JAR,
      "-cp",
      program.toString(),
      "fixture.ShortProgram"
    };
    return CommandLine.of(Stream.of(start, arguments).flatMap(Stream::of).toArray(String[]::new))
        .run(folder);
  }
}
