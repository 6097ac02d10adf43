package dev.penstock.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A command that is run to its end. */
final class Command {
  private final ProcessBuilder builder;

  private Command(String... words) {
    builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("PENSTOCK_RULES");
  }

  static Command of(String... words) {
    return new Command(words);
  }

  /** A command of the product itself. */
  static Command ofPenstock(Jdk jdk, String... words) {
    return new Command(
        Stream.concat(
                Stream.of(jdk.tool("java").toString(), "-jar", Artifacts.PENSTOCK_JAR.toString()),
                Stream.of(words))
            .toArray(String[]::new));
  }

  Command environment(String name, String value) {
    builder.environment().put(name, value);
    return this;
  }

  /** Runs it in this folder, and fails if it takes more than a minute. */
  Ended run(Path folder) {
    try {
      Process process = builder.directory(folder.toFile()).start();
      process.getOutputStream().close();
      var lines = new Lines(process.getInputStream(), builder.command().toString());
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(builder.command() + " did not end: " + lines.soFar());
      }
      lines.untilTheEnd();
      return new Ended(process.exitValue(), lines.soFar());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * How it ended.
   *
   * @param lines what it has written to stdout and stderr
   */
  record Ended(int exitCode, List<String> lines) {}
}
