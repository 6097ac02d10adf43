package dev.penstock.it.harness;

import dev.penstock.it.harness.apps.Artifacts;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.TestTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Builds and starts a JVM in its own folder, by default with the agent. */
public final class Launch {
  private final TestTarget target;
  private final Path folder;
  private final List<String> agents = new ArrayList<>();
  private final List<String> jvmArguments = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private List<String> program;

  private Launch(TestTarget target) {
    this.target = target;
    this.folder = newFolder();
    this.program = List.of("-jar", target.app().jar().toString());
    agents.add("-javaagent:" + Artifacts.PENSTOCK_JAR);
  }

  public static Launch on(TestTarget target) {
    return new Launch(target);
  }

  /** The JDK that runs the JVM. */
  public Jdk jdk() {
    return target.jdk();
  }

  /** The working directory of the JVM. {@link RunningApp#close} deletes it. */
  public Path folder() {
    return folder;
  }

  /** Writes {@code penstock.yaml} into the working directory. */
  public Launch rules(String yaml) {
    return file("penstock.yaml", yaml);
  }

  /** Writes a file to a path relative to the working directory. */
  public Launch file(String name, String content) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.resolveSibling("."));
      Files.writeString(file, content);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Launch withoutAgent() {
    agents.clear();
    return this;
  }

  /** Adds an agent. Call {@link #withoutAgent} first to replace Penstock's agent. */
  public Launch agent(String jarAndOptions) {
    agents.add("-javaagent:" + jarAndOptions);
    return this;
  }

  /** Adds an agent before the present ones. The JVM starts agents in order. */
  Launch agentInFront(String jarAndOptions) {
    agents.add(0, "-javaagent:" + jarAndOptions);
    return this;
  }

  public Launch jvm(String... arguments) {
    jvmArguments.addAll(List.of(arguments));
    return this;
  }

  public Launch environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Runs another program instead of the application's jar. The port is its last argument. */
  public Launch program(String... arguments) {
    program = List.of(arguments);
    return this;
  }

  /** Starts the JVM and waits until the application in it is ready. */
  public RunningApp start() {
    List<String> command =
        Stream.of(
                Stream.of(target.jdk().tool("java").toString()),
                agents.stream(),
                Stream.of("-Ddemo.exit-with-stdin=true", "-Djava.io.tmpdir=" + folder),
                // Test JVMs are short-lived: start-up time matters more than peak speed.
                Stream.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                jvmArguments.stream(),
                program.stream(),
                Stream.of("0"))
            .flatMap(part -> part)
            .toList();
    return RunningApp.start(target.toString(), command, environment, folder);
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("penstock-it").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
