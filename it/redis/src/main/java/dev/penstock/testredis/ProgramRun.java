package dev.penstock.testredis;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end and returns its output. */
final class ProgramRun {
  private static final long TIMEOUT_SECONDS = 30;

  private ProgramRun() {}

  /** The output and the exit code of a program. */
  record Ended(int exitCode, String output) {}

  /** Runs a program; throws an {@link IOException} if it does not exist or does not end. */
  static Ended run(List<String> words) throws IOException {
    Path output = Files.createTempFile("penstock-test-redis", ".out");
    try {
      // Output goes to a file, not a pipe: a program that hangs cannot block the reader.
      Process process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .start();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(words.get(0) + " did not end in " + TIMEOUT_SECONDS + " s");
      }
      return new Ended(process.exitValue(), Files.readString(output, Charset.defaultCharset()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while running " + words.get(0), e);
    } finally {
      Files.deleteIfExists(output);
    }
  }
}
