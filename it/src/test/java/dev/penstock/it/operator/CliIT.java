package dev.penstock.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.Artifacts;
import dev.penstock.it.harness.apps.TestTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands for running JVMs, and their messages for JVMs that forbid attach. */
class CliIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, rate: 2/week }
      """;

  static Stream<TestTarget> targets() {
    return TestTarget.onEachJdk().filter(target -> Files.isExecutable(target.jdk().tool("jcmd")));
  }

  @ParameterizedTest
  @MethodSource("targets")
  void inspectionDoesNotLoadTheAgent(TestTarget target) {
    try (var limited = Launch.on(target).rules(RULES).start();
        var bare = Launch.on(target).withoutAgent().start()) {
      limited.http().statuses(3, "/hello");
      String jar = target.app().jar().toString();
      assertThat(run(target, limited, "ps").lines())
          .contains(
              "%-8d %-32s %s"
                  .formatted(limited.pid(), Artifacts.VERSION + ", enforcing 1 rule", jar),
              "%-8d %-32s %s".formatted(bare.pid(), "no", jar));
      String pid = Long.toString(limited.pid());
      assertThat(run(target, limited, "status", pid).lines())
          .startsWith(
              "rules       enforcing 1 rule from " + limited.folder().resolve("penstock.yaml"));
      assertThat(run(target, limited, "top", pid, "--once", "--every", "200ms").lines())
          .startsWith("JVM " + pid + ", Penstock " + Artifacts.VERSION + ": enforcing 1 rule")
          .anyMatch(line -> line.startsWith("hello  enforce "));
      assertThat(run(target, bare, "status", Long.toString(bare.pid())).lines())
          .contains("Penstock is not attached to this JVM");
      limited.stop();
      limited.expectNoUnexpectedOutput();
      bare.stop();
      assertThat(bare.stderr()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void aJvmThatForbidsAttachIsReported(TestTarget target) {
    var launch = Launch.on(target).withoutAgent().rules(RULES).jvm("-XX:+DisableAttachMechanism");
    try (var app = launch.start()) {
      String pid = Long.toString(app.pid());
      assertThat(run(target, app, "attach", pid, "--rules", "penstock.yaml"))
          .isEqualTo(
              new CommandLine.Ended(
                  1,
                  List.of(
                      "error: JVM "
                          + pid
                          + " does not allow attaching: it was started with"
                          + " -XX:+DisableAttachMechanism",
                      "  = help: start it with -javaagent:penstock.jar; changes of the rules"
                          + " file are then applied")));
      app.stop();
      // No thread dump: the attach signal would cause one in a JVM that ignores attach.
      assertThat(app.stdout()).hasSize(1);
      assertThat(app.stderr()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void aJvmThatForbidsAgentsCanBeInspected(TestTarget target) {
    var launch = Launch.on(target).rules(RULES).jvm("-XX:-EnableDynamicAgentLoading");
    try (var app = launch.start()) {
      String pid = Long.toString(app.pid());
      assertThat(run(target, app, "mode", pid, "off").lines())
          .contains(
              "error: JVM "
                  + pid
                  + " does not load agents: it was started with -XX:-EnableDynamicAgentLoading")
          .anyMatch(line -> line.startsWith("  = help: "));
      assertThat(run(target, app, "status", pid).exitCode()).isZero();
      app.stop();
      app.expectNoUnexpectedOutput();
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void aProcessThatIsNotAJvmIsNotHarmed(TestTarget target)
      throws IOException, InterruptedException {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc");
    Process other = new ProcessBuilder("sleep", "60").start();
    try {
      var ended =
          CommandLine.ofPenstock(target.jdk(), "status", Long.toString(other.pid())).run(folder());
      assertThat(ended.lines())
          .containsExactly(
              "error: process " + other.pid() + " is not a JVM",
              "  = help: run `java -jar penstock.jar ps` to list the JVMs");
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly().waitFor();
    }
    var gone =
        CommandLine.ofPenstock(target.jdk(), "status", Long.toString(other.pid())).run(folder());
    assertThat(gone.lines()).startsWith("error: there is no process " + other.pid());
    assertThat(gone.exitCode()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("targets")
  void aJavaWithoutTheAttachModuleIsReported(TestTarget target) {
    var ended =
        CommandLine.of(
                target.jdk().tool("java").toString(),
                "--limit-modules",
                "java.base,java.instrument",
                "-jar",
                Artifacts.PENSTOCK_JAR.toString(),
                "ps")
            .run(folder());
    assertThat(ended.lines())
        .containsExactly(
            "error: this Java runtime has no module jdk.attach: " + target.jdk().home(),
            "  = help: use the `java` of any JDK; it need not be the one that runs the"
                + " application");
    assertThat(ended.exitCode()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("targets")
  void invalidRulesAreRejectedBeforeTheAgentIsLoaded(TestTarget target) {
    var launch = Launch.on(target).withoutAgent().file("broken.yaml", RULES + "  oops: 1\n");
    try (var app = launch.start()) {
      CommandLine.Ended seen =
          run(target, app, "attach", Long.toString(app.pid()), "--rules", "broken.yaml");
      assertThat(seen.lines()).last().isEqualTo("1 problem in broken.yaml");
      assertThat(seen.exitCode()).isEqualTo(1);
      assertThat(app.stderr()).isEmpty();
    }
  }

  private static Path folder() {
    return Objects.requireNonNull(Artifacts.PENSTOCK_JAR.getParent());
  }

  private static CommandLine.Ended run(TestTarget target, RunningApp app, String... words) {
    return CommandLine.ofPenstock(target.jdk(), words).run(app.folder());
  }
}
