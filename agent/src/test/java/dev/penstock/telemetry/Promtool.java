package dev.penstock.telemetry;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The Prometheus tool {@code promtool} on this machine. */
record Promtool(Path command) {
  /** The first promtool on the PATH. Without one, the test is skipped. */
  static Promtool find() {
    String[] folders = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1);
    Optional<Path> found =
        Stream.of(folders)
            .map(folder -> new File(folder, "promtool").toPath())
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(
        found.isPresent(),
        "SKIPPED: no promtool on the PATH, so the samples for Prometheus were not tested; Debian"
            + " has it in the package `prometheus`");
    return new Promtool(found.orElseThrow());
  }

  /** Runs promtool; returns its output and its exit code. */
  String run(Path folder, String... args) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(command.toString()));
    line.addAll(List.of(args));
    Path output = Files.createTempFile("promtool", ".txt");
    try {
      Process process =
          new ProcessBuilder(line)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(5, TimeUnit.MINUTES)) {
        process.destroyForcibly().waitFor();
        throw new AssertionError("promtool did not end: " + Files.readString(output));
      }
      return Files.readString(output).strip() + "\nexit " + process.exitValue();
    } finally {
      Files.delete(output);
    }
  }
}
