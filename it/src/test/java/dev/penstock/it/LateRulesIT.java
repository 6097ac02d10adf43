package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules that come when a server has answered already find their way into it. */
class LateRulesIT {
  private static final Set<TestApp> APPS =
      Set.of(
          TestApp.JDK_SERVER,
          TestApp.JERSEY_3_TOMCAT,
          TestApp.JERSEY_3_GRIZZLY,
          TestApp.RESTEASY_6_TOMCAT,
          TestApp.CXF_4_TOMCAT);

  static Stream<Stage> stages() {
    return Jdk.tested().stream()
        .flatMap(jdk -> APPS.stream().sorted().map(app -> new Stage(app, jdk)));
  }

  @ParameterizedTest
  @MethodSource("stages")
  void rulesHoldForAServerThatHasAnsweredBefore(Stage stage) throws IOException {
    try (var app = Launch.on(stage).start()) {
      assertThat(app.http().statuses(2, "/orders/1/items/1")).containsOnly(200);
      Files.writeString(
          app.folder().resolve("penstock.yaml"),
          """
          version: 1
          inbound:
            path: { match: /hello, rate: 1/week }
            route: { match: "/orders/{id}/items/{item}", key: route, rate: 1/week }
          """);
      app.awaitStderr("enforcing 2 rules");
      assertThat(app.http().statuses(2, "/hello")).containsExactly(200, 429);
      assertThat(app.http().status("/orders/1/items/1")).isEqualTo(200);
      assertThat(app.http().status("/orders/2/items/3")).isEqualTo(429);
      app.stop();
      assertThat(app.stderr()).hasSize(2).allMatch(line -> line.startsWith("penstock: "));
    }
  }
}
