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
class ExitCleanupTest {
  /** A server that a program has not closed. */
  private record OpenServer(long pid, Path folder) {}

  @Test
  void nothingOutlivesAJvmThatExits() throws Exception {
    Process program = start("exit");
    List<OpenServer> left = serversOf(program);

    assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(program.exitValue()).isEqualTo(3);
    assertRemoved(left);
  }

  @Test
  void nothingOutlivesAJvmThatIsTerminated() throws Exception {
    Process program = start("wait");
    List<OpenServer> left = serversOf(program);
    assertThat(left).allMatch(server -> isRunning(server.pid()));
    program.destroy();

    assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertRemoved(left);
  }

  private static void assertRemoved(List<OpenServer> left) {
    assertThat(left).hasSize(2);
    for (OpenServer server : left) {
      assertThat(isRunning(server.pid())).as("%s runs", server).isFalse();
      assertThat(server.folder()).doesNotExist();
    }
  }

  private static boolean isRunning(long pid) {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    // A process that has ended but was not reaped yet has no command.
    return process.isPresent() && process.get().info().command().isPresent();
  }

  private static Process start(String end) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path", ""),
            LeakingProgram.class.getName(),
            end)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<OpenServer> serversOf(Process program) throws IOException {
    var left = new ArrayList<OpenServer>();
    try (BufferedReader lines = program.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      while (line != null && !line.equals("all printed")) {
        if (line.startsWith("left ")) {
          String[] words = line.split(" ", 3);
          left.add(new OpenServer(Long.parseLong(words[1]), Path.of(words[2])));
        }
        line = lines.readLine();
      }
    }
    return left;
  }
}
