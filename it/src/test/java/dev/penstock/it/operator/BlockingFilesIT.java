package dev.penstock.it.operator;

import static dev.penstock.it.operator.RulesFileIT.rule;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.MetricsScrape;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A JVM starts, serves requests and runs commands although its files block when they are read. */
class BlockingFilesIT {
  private static final String WITH_PLANS =
      """
      version: 1
      plans: { from: header.X-API-Key, table: plans.csv, default: free }
      inbound:
        hello: { match: /hello, rate: { free: 1/week } }
      """;

  /** Uses one JVM and replaces its files by pipes, one at a time. */
  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#one")
  void pipesInPlaceOfFilesBlockNothing(TestTarget target) throws IOException {
    assumeTrue(Files.isExecutable(target.jdk().tool("jcmd")), "SKIPPED: no jcmd in this runtime");
    int port = MetricsScrape.freePort();
    String console = "console: " + port + "\n";
    var launch = Launch.on(target).jvm("-Dpenstock.rules=penstock.yaml");
    makePipe(launch.folder(), "penstock.yaml");
    try (var app = launch.start()) {
      app.awaitStderr("`penstock.rules`, is a pipe, a socket or a device, not a regular file");
      assertThat(status(target, app)).startsWith("rules       the rules file ");
      expectThreadDump(target, app);
      assertThat(app.http().statuses(3, "/hello")).containsOnly(200);

      replace(app, console + rule("hello", "/hello", "1/week"));
      app.awaitStderr("enforcing 1 rule");
      app.awaitStderr("the console is at");
      assertThat(app.http().statuses(2, "/hello")).containsExactly(200, 429);

      Files.delete(app.folder().resolve("penstock.yaml"));
      makePipe(app.folder(), "penstock.yaml");
      app.awaitStderr("cannot be read any more (this is a pipe", "its last rules stay in force");
      expectResponsive(target, app, port);
      assertThat(status(target, app)).contains("penstock.yaml cannot be read any more (this is a");
      assertThat(run(target, app, "mode", "off").lines())
          .singleElement()
          .asString()
          .contains("off");
      assertThat(app.http().status("/hello")).isEqualTo(200);
      run(target, app, "mode", "file");

      makePipe(app.folder(), "plans.csv");
      replace(app, console + WITH_PLANS);
      app.awaitStderr("`plans.csv` cannot be read: this is a pipe");
      expectResponsive(target, app, port);

      makePipe(app.folder(), "next.yaml");
      replace(app, "shadow: next.yaml\n" + console + rule("hello", "/hello", "2/week"));
      app.awaitStderr("changed hello");
      app.awaitStderr("next.yaml: error: this is a pipe");
      assertThat(app.http().statuses(2, "/hello")).containsExactly(200, 429);
      expectResponsive(target, app, port);

      replace(app, console + rule("hello", "/hello", "3/week"));
      app.awaitStderr("(2/week by global on [/hello] -> 3/week by global on [/hello])");
      assertThat(app.http().statuses(2, "/hello")).containsExactly(200, 429);
    }
  }

  /** Expects that rules are enforced, and that commands, the console and thread dumps work. */
  private static void expectResponsive(TestTarget target, RunningApp app, int port) {
    assertThat(app.http().status("/hello")).isEqualTo(429);
    assertThat(status(target, app)).contains("\n  hello ");
    expectThreadDump(target, app);
    assertThat(MetricsScrape.of(port).requests("inbound", "hello", "rejected")).isPositive();
  }

  private static void expectThreadDump(TestTarget target, RunningApp app) {
    String jcmd = target.jdk().tool("jcmd").toString();
    CommandLine.Ended dump =
        CommandLine.of(jcmd, Long.toString(app.pid()), "Thread.print").run(app.folder());
    assertThat(dump.lines()).anyMatch(line -> line.startsWith("\"penstock\""));
  }

  private static String status(TestTarget target, RunningApp app) {
    return String.join("\n", run(target, app, "status").lines());
  }

  private static CommandLine.Ended run(
      TestTarget target, RunningApp app, String command, String... more) {
    String[] words =
        Stream.concat(Stream.of(command, Long.toString(app.pid())), Stream.of(more))
            .toArray(String[]::new);
    return CommandLine.ofPenstock(target.jdk(), words).run(app.folder());
  }

  private static void makePipe(Path folder, String name) {
    assertThat(CommandLine.of("mkfifo", name).run(folder).exitCode()).isZero();
  }

  private static void replace(RunningApp app, String rules) throws IOException {
    Path draft = app.folder().resolve("draft");
    Files.writeString(draft, rules);
    Files.move(draft, app.folder().resolve("penstock.yaml"), ATOMIC_MOVE, REPLACE_EXISTING);
  }
}
