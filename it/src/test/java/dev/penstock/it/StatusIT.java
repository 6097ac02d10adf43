package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An operator can ask a running JVM what the agent is doing in it. */
class StatusIT {
  static Stream<Stage> stages() {
    return Stage.onEachJdk();
  }

  @ParameterizedTest
  @MethodSource("stages")
  void tellsRulesHooksAndErrors(Stage stage) {
    String rules =
        """
        version: 1
        inbound:
          hello: { match: /hello, key: ip, rate: 2/week }
        """;
    try (var app = Launch.on(stage).rules(rules).start()) {
      app.http().get("/hello");
      assertThat(status(stage, app).replaceAll("in \\d+ class(es)?", "in N classes"))
          .isEqualTo(
              """
              rules       enforcing 1 rule from %s
                hello     2/week by ip  enforce  1 admitted
              hooks
                container     in N classes
                servlet       in N classes
                websocket     in N classes
                jdk-server    not met
                grizzly       not met
                webflux       not met
                vertx-server  not met
                vertx         not met
                vertx-end     not met
              keys        1 of at most 1000000
              held        0 outbound calls
              reloads     1 put in force, 0 had problems
              switches    0 used
              errors      0 suppressed
              """
                  .formatted(app.folder().resolve("penstock.yaml")));
    }
  }

  @ParameterizedTest
  @MethodSource("stages")
  void saysSoIfThereIsNoAgentAndBringsNone(Stage stage) {
    try (var app = Launch.on(stage).withoutAgent().start()) {
      assertThat(status(stage, app)).isEqualTo("Penstock is not in this JVM\n");
      assertThat(app.agentSaid()).isEmpty();
      assertThat(status(stage, app)).isEqualTo("Penstock is not in this JVM\n");
    }
  }

  static String status(Stage stage, RunningApp app) {
    assumeTrue(Files.isExecutable(stage.jdk().tool("jcmd")), "not in this runtime");
    Command.Ended asked =
        Command.of(
                stage.jdk().tool("java").toString(),
                "-jar",
                Artifacts.PENSTOCK_JAR.toString(),
                "status",
                Long.toString(app.pid()))
            .run(app.folder());
    assertThat(asked.exitCode()).as(asked.toString()).isZero();
    return String.join("\n", asked.lines()) + "\n";
  }
}
