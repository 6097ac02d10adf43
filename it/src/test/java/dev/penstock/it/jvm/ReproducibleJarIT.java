package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.it.harness.apps.Artifacts;
import dev.penstock.it.harness.apps.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar depends only on the sources and the JDK, not on the machine. */
@Order(1)
class ReproducibleJarIT {
  private static final String REPOSITORY = System.getProperty("penstock.maven.repository", "");

  @Test
  void twoBuildsGiveTheSameJar(@TempDir Path folder) throws IOException, InterruptedException {
    assumeTrue(Matrix.FULL, "builds the jar twice");
    Path output = folder.resolve("output.txt");
    Process script =
        new ProcessBuilder(
                Artifacts.PROJECT.resolve("it/reproducible/run").toString(),
                "-Dmaven.repo.local=" + REPOSITORY)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(script.waitFor(15, TimeUnit.MINUTES)).as("ends in time").isTrue();
      assertThat(script.exitValue()).as(() -> read(output)).isZero();
    } finally {
      script.descendants().forEach(ProcessHandle::destroy);
      script.destroy();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
