package dev.penstock.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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

/** An application in a JVM of its own, until it is closed. */
final class RunningApp implements AutoCloseable {
  /*
   * The JVM ends with this one, whatever happens: its standard input is a pipe from here, and the
   * application leaves when that pipe ends.
   */
  private static final Duration START_PATIENCE = Duration.ofSeconds(60);

  /**
   * A JVM that starts on a busy machine uses more CPU time than this while we wait, a JVM that
   * hangs less.
   */
  private static final Duration LEAST_CPU_TIME = Duration.ofSeconds(2);

  private static final int MOST_START_WAITS = 5;

  private static final Duration END_PATIENCE = Duration.ofSeconds(30);

  /** Only detects a line that never comes; {@link ReloadTimeIT} tests the promised two seconds. */
  private static final Duration LOG_PATIENCE = Duration.ofSeconds(60);

  /** Both lines of the warning that Tomcat logs if its random numbers took longer than 100 ms. */
  private static final Pattern SLOW_START =
      Pattern.compile(
          "SessionIdGeneratorBase createSecureRandom$"
              + "|^WARNING: Creation of SecureRandom instance .* took \\[\\d+\\] milliseconds");

  private final String name;
  private final Process process;
  private final Path folder;
  private final Lines stdout;
  private final Lines stderr;
  private final Http http;

  private RunningApp(String name, Process process, Path folder) {
    this.name = name;
    this.process = process;
    this.folder = folder;
    this.stdout = new Lines(process.getInputStream(), "stdout of " + name);
    this.stderr = new Lines(process.getErrorStream(), "stderr of " + name);
    this.http = new Http(awaitPort());
  }

  static RunningApp start(
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

  Http http() {
    return http;
  }

  /** The working directory. */
  Path folder() {
    return folder;
  }

  long pid() {
    return process.pid();
  }

  List<String> stdout() {
    return stdout.soFar();
  }

  /** The lines on stderr, except for Tomcat's remark that it started on a busy machine. */
  List<String> stderr() {
    return stderr.soFar().stream().filter(line -> !SLOW_START.matcher(line).find()).toList();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Writes a line to its standard input, for an application that reads it. */
  void say(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(said(), e);
    }
  }

  /** Writes a file to a place relative to the working directory. */
  void write(String name, String content) {
    try {
      Files.writeString(folder.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the agent has written; the application may have written to stderr as well. */
  List<String> agentSaid() {
    return stderr().stream().filter(line -> line.startsWith("penstock: ")).toList();
  }

  /** Waits for a line on stderr that contains all of these words. */
  String awaitStderr(String... words) {
    Predicate<String> wanted = line -> List.of(words).stream().allMatch(line::contains);
    if (!Await.within(LOG_PATIENCE, () -> stderr().stream().anyMatch(wanted))) {
      throw new AssertionError("no line with " + List.of(words) + " on stderr: " + said());
    }
    return stderr().stream().filter(wanted).findFirst().orElseThrow();
  }

  /**
   * Expects one line of the agent on stderr and nothing else, READY on stdout and nothing else.
   * Since the first suppressed error is always logged, this also means that there was none.
   */
  void expectCalm() {
    assertThat(stderr()).as(said()).singleElement().asString().startsWith("penstock: ");
    assertThat(stdout()).as(said()).singleElement().asString().startsWith("READY ");
  }

  /** Ends the JVM; what it has written can still be read. */
  void stop() {
    stopWithin(END_PATIENCE);
  }

  /** The same for a JVM that has something to do at its end. */
  void stopWithin(Duration patience) {
    try {
      process.getOutputStream().close();
      if (!Await.within(patience, () -> !process.isAlive())) {
        process.destroyForcibly();
        throw new AssertionError("did not end by itself: " + said());
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

  /** Ends the JVM as {@code kill -9} does: it has no time to say goodbye to anybody. */
  void kill() {
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
    Await.within(END_PATIENCE, () -> !process.isAlive());
    Folders.delete(folder);
    throw new AssertionError(name + " did not become ready: " + said());
  }

  /** False if the JVM hangs: it is not ready and uses no CPU time. */
  private boolean hasStartedOrEnded() {
    for (int i = 0; i < MOST_START_WAITS; i++) {
      Duration before = cpuTime();
      if (Await.within(START_PATIENCE, () -> readyLine().isPresent() || !process.isAlive())) {
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

  /** All it has written, for messages. */
  String said() {
    return name
        + "\nstdout:\n"
        + String.join("\n", stdout())
        + "\nstderr:\n"
        + String.join("\n", stderr())
        + "\n";
  }
}
