package dev.penstock.it.harness;

import dev.penstock.it.harness.apps.Artifacts;
import dev.penstock.it.harness.apps.Jdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A command that runs in a separate process. */
public final class CommandLine {
  private final ProcessBuilder builder;

  private CommandLine(String... words) {
    builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("PENSTOCK_RULES");
  }

  public static CommandLine of(String... words) {
    return new CommandLine(words);
  }

  /** A {@code penstock.jar} command. */
  public static CommandLine ofPenstock(Jdk jdk, String... words) {
    return new CommandLine(
        Stream.concat(
                Stream.of(jdk.tool("java").toString(), "-jar", Artifacts.PENSTOCK_JAR.toString()),
                Stream.of(words))
            .toArray(String[]::new));
  }

  public CommandLine environment(String name, String value) {
    builder.environment().put(name, value);
    return this;
  }

  /** Runs the command in this folder. Fails after one minute. */
  public Ended run(Path folder) {
    try {
      Process process = builder.directory(folder.toFile()).start();
      process.getOutputStream().close();
      var lines = new ProcessOutput(process.getInputStream(), builder.command().toString());
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
   * The result of a command.
   *
   * @param lines the lines of stdout and stderr
   */
  public record Ended(int exitCode, List<String> lines) {}
}
