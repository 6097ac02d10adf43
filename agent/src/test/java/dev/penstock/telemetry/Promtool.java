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

/** The tool of this machine that knows what Prometheus takes. */
record Promtool(Path command) {
  /** The first one on the path; tests that need it are skipped without it. */
  static Promtool find() {
    String[] folders = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1);
    Optional<Path> found =
        Stream.of(folders)
            .map(folder -> new File(folder, "promtool").toPath())
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(
        found.isPresent(),
        "SKIPPED: no promtool on the PATH, so nobody has tried the samples for Prometheus; Debian"
            + " has it in the package `prometheus`");
    return new Promtool(found.orElseThrow());
  }

  /** What it says, and how it ends. */
  String run(Path folder, String... args) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(command.toString()));
    line.addAll(List.of(args));
    Path said = Files.createTempFile("promtool", ".txt");
    try {
      Process process =
          new ProcessBuilder(line)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      if (!process.waitFor(5, TimeUnit.MINUTES)) {
        process.destroyForcibly().waitFor();
        throw new AssertionError("promtool did not end: " + Files.readString(said));
      }
      return Files.readString(said).strip() + "\nexit " + process.exitValue();
    } finally {
      Files.delete(said);
    }
  }
}
