package dev.penstock.testredis;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that is run to its end for what it prints. */
final class Command {
  private static final long PATIENCE_SECONDS = 30;

  private Command() {}

  /** What it printed, and how it ended. */
  record Ended(int exitCode, String output) {}

  /** Runs it; a program that is not there or does not end is an {@link IOException}. */
  static Ended run(List<String> words) throws IOException {
    Path output = Files.createTempFile("penstock-test-redis", ".out");
    try {
      // To a file, not a pipe: a program that hangs cannot make its reader hang too.
      Process process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(words.get(0) + " did not end in " + PATIENCE_SECONDS + " s");
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
