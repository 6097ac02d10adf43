package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.FixtureJar;
import dev.penstock.it.harness.ProcessOutput;
import dev.penstock.it.harness.apps.Artifacts;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.Matrix;
import fixture.ShortProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A JVM with the agent never deadlocks at start-up. */
class RepeatedStartIT {
  private static final int STARTS = Matrix.FULL ? 100 : 10;

  /** A start takes half a second. This allows for a slow, busy machine. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  static Stream<Jdk> jdks() {
    return Jdk.tested().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void everyStartEnds(Jdk jdk, @TempDir Path folder) throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("penstock.yaml"),
        """
        version: 1
        inbound:
          all: { match: /**, rate: 1/week }
        """);
    var program =
        new ProcessBuilder(
                jdk.tool("java").toString(),
                "-javaagent:" + Artifacts.PENSTOCK_JAR,
                "-cp",
                FixtureJar.of(ShortProgram.class, folder).toString(),
                "fixture.ShortProgram")
            .directory(folder.toFile())
            .redirectErrorStream(true);
    program.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "PENSTOCK_RULES"));
    for (int n = 1; n <= STARTS; n++) {
      expectEnd("start " + n, program.start(), jdk);
    }
  }

  private static void expectEnd(String name, Process process, Jdk jdk) throws InterruptedException {
    var lines = new ProcessOutput(process.getInputStream(), name);
    try {
      if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        String threads = String.join("\n", threads(jdk, process));
        throw new AssertionError(name + " hangs: " + lines.soFar() + "\n" + threads);
      }
      lines.untilTheEnd();
      assertThat(process.exitValue()).as("%s: %s", name, lines.soFar()).isZero();
      assertThat(lines.soFar()).hasSize(2).last().isEqualTo("done");
    } finally {
      process.destroyForcibly();
    }
  }

  private static List<String> threads(Jdk jdk, Process process) {
    Path jstack = jdk.tool("jstack");
    return Files.isExecutable(jstack)
        ? CommandLine.of(jstack.toString(), "-l", Long.toString(process.pid()))
            .run(jdk.home())
            .lines()
        : List.of("this runtime has no jstack");
  }
}
