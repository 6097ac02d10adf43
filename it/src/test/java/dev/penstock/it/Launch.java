package dev.penstock.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A JVM about to be started, with the agent unless told otherwise, in a folder of its own. */
final class Launch {
  private final Stage stage;
  private final Path folder;
  private final List<String> agents = new ArrayList<>();
  private final List<String> jvmArguments = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private List<String> program;

  private Launch(Stage stage) {
    this.stage = stage;
    this.folder = newFolder();
    this.program = List.of("-jar", stage.app().jar().toString());
    agents.add("-javaagent:" + Artifacts.PENSTOCK_JAR);
  }

  static Launch on(Stage stage) {
    return new Launch(stage);
  }

  /** What runs it. */
  Jdk jdk() {
    return stage.jdk();
  }

  /** The working directory of the JVM, deleted when it has ended. */
  Path folder() {
    return folder;
  }

  /** Writes {@code penstock.yaml} into the working directory. */
  Launch rules(String yaml) {
    return file("penstock.yaml", yaml);
  }

  /** Writes a file to a place relative to the working directory. */
  Launch file(String name, String content) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.resolveSibling("."));
      Files.writeString(file, content);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Launch withoutAgent() {
    agents.clear();
    return this;
  }

  /** Adds an agent; {@link #withoutAgent} first, if it is to be instead of the usual one. */
  Launch agent(String jarAndOptions) {
    agents.add("-javaagent:" + jarAndOptions);
    return this;
  }

  /** The same in front of those that are there already: agents start in their order. */
  Launch agentInFront(String jarAndOptions) {
    agents.add(0, "-javaagent:" + jarAndOptions);
    return this;
  }

  Launch jvm(String... arguments) {
    jvmArguments.addAll(List.of(arguments));
    return this;
  }

  Launch environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Runs something else than the demo app's own jar; the port follows as the last argument. */
  Launch program(String... arguments) {
    program = List.of(arguments);
    return this;
  }

  /** Starts the JVM and waits until the application in it is ready. */
  RunningApp start() {
    List<String> command =
        Stream.of(
                Stream.of(stage.jdk().tool("java").toString()),
                agents.stream(),
                Stream.of("-Ddemo.exit-with-stdin=true", "-Djava.io.tmpdir=" + folder),
                // Many JVMs one after the other: what they start with matters more than how fast
                // they could become.
                Stream.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                jvmArguments.stream(),
                program.stream(),
                Stream.of("0"))
            .flatMap(part -> part)
            .toList();
    return RunningApp.start(stage.toString(), command, environment, folder);
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("penstock-it").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
