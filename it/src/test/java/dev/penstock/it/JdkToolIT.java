package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** JAVA_TOOL_OPTIONS reaches every command of the JDK, and none of them is to notice. */
class JdkToolIT {
  static Stream<Arguments> commands() {
    return Jdk.all().stream()
        .flatMap(
            jdk ->
                Stream.of("keytool -help", "javac -version", "jcmd -h", "jar --version")
                    .map(command -> Arguments.of(jdk, command)));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void printsWhatItPrintsWithoutTheAgent(Jdk jdk, String command, @TempDir Path folder)
      throws IOException {
    assumeTrue(Files.isExecutable(jdk.tool(command.split(" ", 2)[0])), "not in this runtime");
    Files.writeString(
        folder.resolve("penstock.yaml"),
        """
        version: 1
        inbound:
          all: { match: /**, rate: 1/week }
        """);
    List<String> bare = output(jdk, command, folder, "-Dunused=1");
    List<String> withAgent = output(jdk, command, folder, "-javaagent:" + Artifacts.PENSTOCK_JAR);
    assertThat(bare).isNotEmpty();
    assertThat(withAgent).isEqualTo(bare);
  }

  private static List<String> output(Jdk jdk, String command, Path folder, String options) {
    String[] words = command.split(" ", 2);
    return Command.of(jdk.tool(words[0]).toString(), words[1])
        .environment("JAVA_TOOL_OPTIONS", options)
        .run(folder)
        .lines()
        .stream()
        .filter(line -> !line.startsWith("Picked up JAVA_TOOL_OPTIONS"))
        .toList();
  }
}
