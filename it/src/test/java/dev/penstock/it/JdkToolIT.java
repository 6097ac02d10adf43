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
  void printsWhatItPrintsWithoutTheAgent(Jdk jdk, String command, @TempDir Path folder)
      throws IOException {
    Command.Ended bare = run(jdk, command, place(folder, "bare"), "-Dunused=1");
    Command.Ended withAgent = run(jdk, command, place(folder, "with"), withAgent());
    assertThat(bare.lines()).isNotEmpty();
    assertThat(own(withAgent)).isEqualTo(own(bare));
    assertThat(withAgent.exitCode()).isEqualTo(bare.exitCode());
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.Stage#onEachJdk")
  void worksOnAJvmThatIsLimited(Stage stage, @TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("penstock.yaml"), RULES);
    try (var app = Launch.on(stage).rules(RULES).start()) {
      String id = Long.toString(app.pid());
      expect("jps", run(stage.jdk(), "jps -q", folder, withAgent()), id);
      expect("jstack", run(stage.jdk(), "jstack " + id, folder, withAgent()), "Full thread dump");
      expect("jcmd", run(stage.jdk(), "jcmd " + id + " VM.version", folder, withAgent()), "JDK");
      app.stop();
      app.expectCalm();
    }
  }

  private static void expect(String what, Command.Ended ended, String words) {
    assertThat(ended.exitCode()).as(what).isZero();
    assertThat(ended.lines())
        .as(what)
        .anyMatch(line -> line.contains(words))
        .noneMatch(line -> line.startsWith("penstock: "));
  }

  private static Path place(Path folder, String name) throws IOException {
    Path place = Files.createDirectory(folder.resolve(name));
    Files.writeString(place.resolve("penstock.yaml"), RULES);
    Files.writeString(place.resolve("Hello.java"), "class Hello { java.util.List raw; }");
    return place;
  }

  private static String withAgent() {
    return "-javaagent:" + Artifacts.PENSTOCK_JAR;
  }

  private static Command.Ended run(Jdk jdk, String command, Path folder, String options) {
    String[] words = command.split(" ");
    Path tool = jdk.tool(words[0]);
    assumeTrue(Files.isExecutable(tool), () -> words[0] + " is not in this runtime");
    words[0] = tool.toString();
    return Command.of(words).environment("JAVA_TOOL_OPTIONS", options).run(folder);
  }

  private static List<String> own(Command.Ended ended) {
    return ended.lines().stream()
        .filter(line -> !line.startsWith("Picked up JAVA_TOOL_OPTIONS"))
        .toList();
  }
}
