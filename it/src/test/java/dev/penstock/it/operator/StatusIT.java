package dev.penstock.it.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AgentStatus;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.TestTarget;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The {@code status} command reports the state of the agent in a running JVM. */
class StatusIT {
  static Stream<TestTarget> targets() {
    return TestTarget.onEachJdk();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void reportsRulesHooksAndErrors(TestTarget target) {
    String rules =
        """
        version: 1
        inbound:
          hello: { match: /hello, key: ip, rate: 2/week }
        """;
    try (var app = Launch.on(target).rules(rules).start()) {
      app.http().get("/hello");
      assertThat(AgentStatus.of(target, app).replaceAll("in \\d+ class(es)?", "in N classes"))
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
                armeria       not met
                micronaut     not met
                ktor          not met
                pekko         not met
                netty         not met
                grpc          not met
              keys        1 of at most 1000000
              held        0 outbound calls
              reloads     1 succeeded, 0 failed
              switches    0 used
              errors      0 suppressed
              """
                  .formatted(app.folder().resolve("penstock.yaml")));
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void reportsAJvmWithoutTheAgentAndDoesNotLoadIt(TestTarget target) {
    try (var app = Launch.on(target).withoutAgent().start()) {
      assertThat(AgentStatus.of(target, app)).isEqualTo("Penstock is not attached to this JVM\n");
      assertThat(app.agentLines()).isEmpty();
      assertThat(AgentStatus.of(target, app)).isEqualTo("Penstock is not attached to this JVM\n");
    }
  }
}
