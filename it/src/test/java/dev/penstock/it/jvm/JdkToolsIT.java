package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.Artifacts;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.TestTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the commands of the JDK with the agent, because JAVA_TOOL_OPTIONS adds it to all of them.
 */
class JdkToolsIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        all: { match: /**, rate: 1/week }
      """;

  private static final List<String> COMMANDS =
      List.of(
          "keytool -help",
          "keytool -genkeypair -v -keyalg EC -alias a -dname CN=a -storepass secret -keystore keys",
          "javac -version",
          "javac -Xlint -d out Hello.java",
          "jar --version",
          "jcmd -h",
          "jps -help",
          "jstack -h");

  static Stream<Arguments> commands() {
    return Jdk.tested().stream()
        .flatMap(jdk -> COMMANDS.stream().map(command -> Arguments.of(jdk, command)));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void toolsPrintTheSameWithTheAgent(Jdk jdk, String command, @TempDir Path folder)
      throws IOException {
    CommandLine.Ended bare = run(jdk, command, folderWithRules(folder, "bare"), "-Dunused=1");
    CommandLine.Ended withAgent = run(jdk, command, folderWithRules(folder, "with"), withAgent());
    assertThat(bare.lines()).isNotEmpty();
    assertThat(own(withAgent)).isEqualTo(own(bare));
    assertThat(withAgent.exitCode()).isEqualTo(bare.exitCode());
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#onEachJdk")
  void toolsWorkOnAJvmWithTheAgent(TestTarget target, @TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("penstock.yaml"), RULES);
    try (var app = Launch.on(target).rules(RULES).start()) {
      String id = Long.toString(app.pid());
      expect("jps", run(target.jdk(), "jps -q", folder, withAgent()), id);
      expect("jstack", run(target.jdk(), "jstack " + id, folder, withAgent()), "Full thread dump");
      expect("jcmd", run(target.jdk(), "jcmd " + id + " VM.version", folder, withAgent()), "JDK");
      app.stop();
      app.expectNoUnexpectedOutput();
    }
  }

  private static void expect(String tool, CommandLine.Ended ended, String words) {
    assertThat(ended.exitCode()).as(tool).isZero();
    assertThat(ended.lines())
        .as(tool)
        .anyMatch(line -> line.contains(words))
        .noneMatch(line -> line.startsWith("penstock: "));
  }

  private static Path folderWithRules(Path folder, String name) throws IOException {
    Path created = Files.createDirectory(folder.resolve(name));
    Files.writeString(created.resolve("penstock.yaml"), RULES);
    Files.writeString(created.resolve("Hello.java"), "class Hello { java.util.List raw; }");
    return created;
  }

  private static String withAgent() {
    return "-javaagent:" + Artifacts.PENSTOCK_JAR;
  }

  private static CommandLine.Ended run(Jdk jdk, String command, Path folder, String options) {
    String[] words = command.split(" ");
    Path tool = jdk.tool(words[0]);
    assumeTrue(Files.isExecutable(tool), () -> words[0] + " is not in this runtime");
    words[0] = tool.toString();
    return CommandLine.of(words).environment("JAVA_TOOL_OPTIONS", options).run(folder);
  }

  private static List<String> own(CommandLine.Ended ended) {
    return ended.lines().stream()
        .filter(line -> !line.startsWith("Picked up JAVA_TOOL_OPTIONS"))
        .toList();
  }
}
