package dev.penstock.it.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands that change the state of a running JVM. */
class RuntimeSwitchesIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, key: header.X-User, rate: 2/week, algorithm: fixed-window }
        form: { match: /form, rate: 1/week }
      """;

  static Stream<TestTarget> targets() {
    return TestTarget.onEachJdk().filter(target -> Files.isExecutable(target.jdk().tool("jcmd")));
  }

  @ParameterizedTest
  @MethodSource("targets")
  void peekAndResetActOnOneClient(TestTarget target) {
    try (var app = Launch.on(target).rules(RULES).start()) {
      assertThat(hello(app)).isEqualTo("200 200 429");
      assertThat(run(target, app, 0, "peek", "hello", "header.X-User=ann"))
          .startsWith("hello: 0 of 2 left (")
          .doesNotContain("ann");
      assertThat(run(target, app, 0, "reset", "hello", "header.X-User=ann"))
          .startsWith("hello: 2 of 2 left (");
      assertThat(hello(app)).isEqualTo("200 200 429");
      assertThat(run(target, app, 1, "peek", "helo", "header.X-User=ann")).startsWith("error: ");
      assertThat(run(target, app, 1, "peek", "hello", "nonsense")).startsWith("error: ");
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void modeSwitchesOneRule(TestTarget target) {
    try (var app = Launch.on(target).rules(RULES).start()) {
      assertThat(hello(app)).isEqualTo("200 200 429");
      assertThat(app.http().statuses(2, "/form")).containsExactly(200, 429);
      assertThat(run(target, app, 0, "mode", "off", "--rule", "hello"))
          .isEqualTo("hello: off (switched by command line; the file says enforce)\n");
      assertThat(hello(app)).isEqualTo("200 200 200");
      assertThat(app.http().status("/form")).isEqualTo(429);
      assertThat(run(target, app, 0, "mode", "file", "--rule", "hello"))
          .isEqualTo("hello: enforce\n");
      assertThat(app.http().status("/hello", "X-User", "ann")).isEqualTo(429);
      assertThat(run(target, app, 1, "mode", "off", "--rule", "helo"))
          .isEqualTo("error: there is no rule `helo`\n");
    }
  }

  private static String hello(RunningApp app) {
    return app.http().statuses(3, "/hello", "X-User", "ann").toString().replaceAll("[\\[\\],]", "");
  }

  private static String run(
      TestTarget target, RunningApp app, int code, String command, String... options) {
    String[] words =
        Stream.concat(Stream.of(command, Long.toString(app.pid())), Stream.of(options))
            .toArray(String[]::new);
    CommandLine.Ended ended = CommandLine.ofPenstock(target.jdk(), words).run(app.folder());
    assertThat(ended.exitCode()).as(ended.toString()).isEqualTo(code);
    return String.join("\n", ended.lines()) + "\n";
  }
}
