package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Running JVMs as the command line sees them, and what it says of those that let nobody in. */
class OutsideIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, rate: 2/week }
      """;

  static Stream<Stage> stages() {
    return Stage.onEachJdk().filter(stage -> Files.isExecutable(stage.jdk().tool("jcmd")));
  }

  @ParameterizedTest
  @MethodSource("stages")
  void lookingLoadsNothing(Stage stage) {
    try (var limited = Launch.on(stage).rules(RULES).start();
        var bare = Launch.on(stage).withoutAgent().start()) {
      limited.http().statuses(3, "/hello");
      String jar = stage.app().jar().toString();
      assertThat(run(stage, limited, "ps").lines())
          .contains(
              "%-8d %-32s %s"
                  .formatted(limited.pid(), Artifacts.VERSION + ", enforcing 1 rule", jar),
              "%-8d %-32s %s".formatted(bare.pid(), "no", jar));
      String pid = Long.toString(limited.pid());
      assertThat(run(stage, limited, "status", pid).lines())
          .startsWith(
              "rules       enforcing 1 rule from " + limited.folder().resolve("penstock.yaml"));
      assertThat(run(stage, limited, "top", pid, "--once", "--every", "200ms").lines())
          .startsWith("JVM " + pid + ", Penstock " + Artifacts.VERSION + ": enforcing 1 rule")
          .anyMatch(line -> line.startsWith("hello  enforce "));
      assertThat(run(stage, bare, "status", Long.toString(bare.pid())).lines())
          .contains("Penstock is not in this JVM");
      limited.stop();
      limited.expectCalm();
      bare.stop();
      assertThat(bare.stderr()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("stages")
  void aJvmThatForbidsAttachIsLeftAlone(Stage stage) {
    var launch = Launch.on(stage).withoutAgent().rules(RULES).jvm("-XX:+DisableAttachMechanism");
    try (var app = launch.start()) {
      String pid = Long.toString(app.pid());
      assertThat(run(stage, app, "attach", pid, "--rules", "penstock.yaml"))
          .isEqualTo(
              new Command.Ended(
                  1,
                  List.of(
                      "error: JVM "
                          + pid
                          + " lets nobody in: it was started with -XX:+DisableAttachMechanism",
                      "  = help: start it with -javaagent:penstock.jar; a rules file is then read"
                          + " again when it changes")));
      app.stop();
      // No thread dump, which is what the JVM would make of being knocked at.
      assertThat(app.stdout()).hasSize(1);
      assertThat(app.stderr()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("stages")
  void aJvmThatForbidsAgentsCanStillBeLookedAt(Stage stage) {
    var launch = Launch.on(stage).rules(RULES).jvm("-XX:-EnableDynamicAgentLoading");
    try (var app = launch.start()) {
      String pid = Long.toString(app.pid());
      assertThat(run(stage, app, "mode", pid, "off").lines())
          .contains(
              "error: JVM "
                  + pid
                  + " lets no agents in: it was started with -XX:-EnableDynamicAgentLoading")
          .anyMatch(line -> line.startsWith("  = help: "));
      assertThat(run(stage, app, "status", pid).exitCode()).isZero();
      app.stop();
      app.expectCalm();
    }
  }

  @ParameterizedTest
  @MethodSource("stages")
  void aProcessThatIsNoJvmIsNotHarmed(Stage stage) throws IOException, InterruptedException {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "nobody can tell here");
    Process other = new ProcessBuilder("sleep", "60").start();
    try {
      var ended =
          Command.ofPenstock(stage.jdk(), "status", Long.toString(other.pid())).run(folder());
      assertThat(ended.lines())
          .containsExactly(
              "error: process " + other.pid() + " is not a JVM",
              "  = help: `java -jar penstock.jar ps` lists those that can be reached");
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly().waitFor();
    }
    var gone = Command.ofPenstock(stage.jdk(), "status", Long.toString(other.pid())).run(folder());
    assertThat(gone.lines()).startsWith("error: there is no process " + other.pid());
    assertThat(gone.exitCode()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("stages")
  void aJavaWithoutTheModuleSaysWhichOneToUse(Stage stage) {
    var ended =
        Command.of(
                stage.jdk().tool("java").toString(),
                "--limit-modules",
                "java.base,java.instrument",
                "-jar",
                Artifacts.PENSTOCK_JAR.toString(),
                "ps")
            .run(folder());
    assertThat(ended.lines())
        .containsExactly(
            "error: this Java has no module jdk.attach: " + stage.jdk().home(),
            "  = help: use the `java` of a JDK; it need not be the one that runs the application");
    assertThat(ended.exitCode()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("stages")
  void brokenRulesAreRefusedBeforeAnythingIsLoaded(Stage stage) {
    var launch = Launch.on(stage).withoutAgent().file("broken.yaml", RULES + "  oops: 1\n");
    try (var app = launch.start()) {
      Command.Ended seen =
          run(stage, app, "attach", Long.toString(app.pid()), "--rules", "broken.yaml");
      assertThat(seen.lines()).last().isEqualTo("1 problem in broken.yaml");
      assertThat(seen.exitCode()).isEqualTo(1);
      assertThat(app.stderr()).isEmpty();
    }
  }

  private static Path folder() {
    return Objects.requireNonNull(Artifacts.PENSTOCK_JAR.getParent());
  }

  private static Command.Ended run(Stage stage, RunningApp app, String... words) {
    return Command.ofPenstock(stage.jdk(), words).run(app.folder());
  }
}
