package dev.penstock.testredis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LeftoversTest {
  /** What a program reported as left behind. */
  private record Left(long pid, Path folder) {}

  @Test
  void nothingOutlivesAJvmThatExits() throws Exception {
    Process program = start("exit");
    List<Left> left = leftBy(program);

    assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(program.exitValue()).isEqualTo(3);
    assertGone(left);
  }

  @Test
  void nothingOutlivesAJvmThatIsTerminated() throws Exception {
    Process program = start("wait");
    List<Left> left = leftBy(program);
    assertThat(left).allMatch(server -> isRunning(server.pid()));
    program.destroy();

    assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertGone(left);
  }

  private static void assertGone(List<Left> left) {
    assertThat(left).hasSize(2);
    for (Left server : left) {
      assertThat(isRunning(server.pid())).as("%s runs", server).isFalse();
      assertThat(server.folder()).doesNotExist();
    }
  }

  private static boolean isRunning(long pid) {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    // A process that has ended but was not reaped yet has no command.
    return process.isPresent() && process.get().info().command().isPresent();
  }

  private static Process start(String how) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path", ""),
            Forgetful.class.getName(),
            how)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<Left> leftBy(Process program) throws IOException {
    var left = new ArrayList<Left>();
    try (BufferedReader lines = program.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      while (line != null && !line.equals("that is all")) {
        if (line.startsWith("left ")) {
          String[] words = line.split(" ", 3);
          left.add(new Left(Long.parseLong(words[1]), Path.of(words[2])));
        }
        line = lines.readLine();
      }
    }
    return left;
  }
}
