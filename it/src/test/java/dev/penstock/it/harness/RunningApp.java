package dev.penstock.it.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.apps.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** An application that runs in a separate JVM. Closing it stops the JVM. */
public final class RunningApp implements AutoCloseable {
  /*
   * The JVM never outlives this one: its standard input is a pipe from here, and the application
   * exits when the pipe closes.
   */
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  /** During one start timeout, a JVM on a slow machine uses more CPU time; a hanging JVM less. */
  private static final Duration LEAST_CPU_TIME = Duration.ofSeconds(2);

  private static final int MOST_START_WAITS = 5;

  private static final Duration END_TIMEOUT = Duration.ofSeconds(30);

  /** Detects a missing line; {@code ReloadTimeIT} tests the promised two seconds. */
  private static final Duration LOG_TIMEOUT = Duration.ofSeconds(60);

  /** Both lines of Tomcat's warning that SecureRandom took longer than 100 ms. */
  private static final Pattern SLOW_RANDOM_WARNING =
      Pattern.compile(
          "SessionIdGeneratorBase createSecureRandom$"
              + "|^WARNING: Creation of SecureRandom instance .* took \\[\\d+\\] milliseconds");

  private final String name;
  private final Process process;
  private final Path folder;
  private final ProcessOutput stdout;
  private final ProcessOutput stderr;
  private final Http http;

  private RunningApp(String name, Process process, Path folder) {
    this.name = name;
    this.process = process;
    this.folder = folder;
    this.stdout = new ProcessOutput(process.getInputStream(), "stdout of " + name);
    this.stderr = new ProcessOutput(process.getErrorStream(), "stderr of " + name);
    this.http = new Http(awaitPort());
  }

  public static RunningApp start(
      String name, List<String> command, Map<String, String> environment, Path folder) {
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("PENSTOCK_RULES");
    builder.environment().putAll(environment);
    try {
      return new RunningApp(name, builder.start(), folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Http http() {
    return http;
  }

  /** The working directory. */
  public Path folder() {
    return folder;
  }

  public long pid() {
    return process.pid();
  }

  public List<String> stdout() {
    return stdout.soFar();
  }

  /** The lines on stderr without Tomcat's warning about a slow SecureRandom. */
  public List<String> stderr() {
    return stderr.soFar().stream()
        .filter(line -> !SLOW_RANDOM_WARNING.matcher(line).find())
        .toList();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Writes a line to the application's standard input. */
  public void sendLine(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(output(), e);
    }
  }

  /** Writes a file to a path relative to the working directory. */
  public void write(String name, String content) {
    try {
      Files.writeString(folder.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines on stderr that the agent wrote. */
  public List<String> agentLines() {
    return stderr().stream().filter(line -> line.startsWith("penstock: ")).toList();
  }

  /** Waits for a line on stderr that contains all of these words. */
  public String awaitStderr(String... words) {
    Predicate<String> wanted = line -> List.of(words).stream().allMatch(line::contains);
    if (!Await.within(LOG_TIMEOUT, () -> stderr().stream().anyMatch(wanted))) {
      throw new AssertionError("no line with " + List.of(words) + " on stderr: " + output());
    }
    return stderr().stream().filter(wanted).findFirst().orElseThrow();
  }

  /**
   * Expects exactly one line of the agent on stderr, and the READY line on stdout. The agent always
   * logs its first suppressed error, so there was none.
   */
  public void expectNoUnexpectedOutput() {
    assertThat(stderr()).as(output()).singleElement().asString().startsWith("penstock: ");
    assertThat(stdout()).as(output()).singleElement().asString().startsWith("READY ");
  }

  /** Stops the JVM. Its output can still be read. */
  public void stop() {
    stopWithin(END_TIMEOUT);
  }

  /** Stops a JVM that needs time to end. */
  public void stopWithin(Duration timeout) {
    try {
      process.getOutputStream().close();
      if (!Await.within(timeout, () -> !process.isAlive())) {
        process.destroyForcibly();
        throw new AssertionError("did not end by itself: " + output());
      }
      stdout.untilTheEnd();
      stderr.untilTheEnd();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Kills the JVM like {@code kill -9}, without a shutdown hook. */
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  @Override
  public void close() {
    try {
      stop();
    } finally {
      Folders.delete(folder);
    }
  }

  @Override
  public String toString() {
    return name;
  }

  private int awaitPort() {
    if (hasStartedOrEnded() && Await.within(Duration.ofSeconds(1), () -> readyLine().isPresent())) {
      return Integer.parseInt(readyLine().orElseThrow().substring("READY ".length()));
    }
    process.destroyForcibly();
    Await.within(END_TIMEOUT, () -> !process.isAlive());
    Folders.delete(folder);
    throw new AssertionError(name + " did not become ready: " + output());
  }

  /** False if the JVM hangs: it is not ready and uses no CPU time. */
  private boolean hasStartedOrEnded() {
    for (int i = 0; i < MOST_START_WAITS; i++) {
      Duration before = cpuTime();
      if (Await.within(START_TIMEOUT, () -> readyLine().isPresent() || !process.isAlive())) {
        return true;
      }
      if (cpuTime().minus(before).compareTo(LEAST_CPU_TIME) < 0) {
        return false;
      }
    }
    return false;
  }

  private Duration cpuTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private Optional<String> readyLine() {
    return stdout().stream().filter(line -> line.startsWith("READY ")).findFirst();
  }

  /** Everything the JVM has written, for failure messages. */
  public String output() {
    return name
        + "\nstdout:\n"
        + String.join("\n", stdout())
        + "\nstderr:\n"
        + String.join("\n", stderr())
        + "\n";
  }
}
