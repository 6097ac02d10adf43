package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No spelling of a path reaches its handler unlimited. */
@ParameterizedClass
@MethodSource("apps")
record PathTricksIT(RunningApp app) {
  /*
   * The one request that the rule admits is spent at the start. From then on every spelling that
   * the container takes to the handler is a way around the rule; answering 400 or 404 is fine.
   */
  private static final String RULES =
      """
      version: 1
      inbound:
        api: { match: /api/**, rate: 1/week }
      """;

  static Stream<RunningApp> apps() {
    return Stage.all()
        .map(
            stage -> {
              var app = Launch.on(stage).rules(RULES).start();
              assertThat(app.http().status("/api/x")).isEqualTo(200);
              return app;
            });
  }

  @AfterParameterizedClassInvocation
  static void staysCalm(RunningApp app) {
    app.stop();
    app.expectCalm();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/x",
        "/api",
        "/api/",
        "/api/x/",
        "/api//x",
        "//api/x",
        "///api///x",
        "/api/./x",
        "/./api/x",
        "/%61pi/x",
        "/%61%70%69/x",
        "/%2561pi/x",
        "/api%2Fx",
        "/api/x;a=b",
        "/api;a=b/x",
        "/;a=b/api/x",
        "/api;/x",
        "/x/../api/x",
        "/x/%2e%2e/api/x",
        "/x/..;a=b/api/x",
        "/api/x/../y",
        "/api/x?a=b",
        "/api/x%3Fa",
        "/api/%C3%BC",
        "/API/x",
        "/shop/../api/x"
      })
  void isNoWayAround(String path) {
    assertThat(app.http().status(path)).isIn(400, 404, 429);
    assertThat(app.http().get("/count").body()).isEqualTo("1\n");
  }
}
