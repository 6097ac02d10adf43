package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.AppBuilder;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.TestApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent does not keep the classes of an undeployed web application in memory. */
class RedeployIT {
  private static final int DEPLOYMENTS = 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private static final TestApp APP = () -> AppBuilder.folder("redeploy").resolve("app.jar");

  private static final String RULES =
      """
      version: 1
      inbound:
        each: { match: /shop/**, key: ip, rate: 100000/week }
        shelf: { match: /shop/LoaderPage, key: header.X-Client, rate: 2/week }
        later: { match: /shop/AsyncPage, key: header.X-Client, concurrency: 10 }
        order: { match: POST /shop/FormPage, key: form.name, rate: 1/week }
        broken: { match: /shop/FailingPage, rate: 100000/week, count: { status: 500 } }
        wrapped: { match: /shop/**, key: attribute.wrapped, rate: 100000/week }
      """;

  static Stream<TestTarget> targets() {
    return Jdk.tested().stream().map(jdk -> new TestTarget(APP, jdk));
  }

  @ParameterizedTest
  @MethodSource("targets")
  void undeployedClassLoadersAreCollected(TestTarget target) {
    try (var app = Launch.on(target).rules(RULES).start()) {
      for (int n = 1; n <= DEPLOYMENTS; n++) {
        deployUseAndUndeploy(app.http(), "client " + n);
      }
      assertThat(Await.within(TIMEOUT, () -> loadersAlive(app.http()) <= 1))
          .as("loaders alive: %d of %d", loadersAlive(app.http()), DEPLOYMENTS)
          .isTrue();
      expectLeakedLoadersAreNoticed(app.http());
      app.stop();
      assertThat(app.stderr()).noneMatch(line -> line.contains("The web application"));
      assertThat(app.agentLines()).singleElement().asString().contains("enforcing 6 rules");
    }
  }

  /** Checks the test itself: a loader that is still referenced counts as alive. */
  private static void expectLeakedLoadersAreNoticed(Http http) {
    for (int n = 0; n < 2; n++) {
      http.get("/control/deploy");
      http.get("/control/hold");
      http.get("/control/undeploy");
    }
    assertThat(loadersAlive(http)).isGreaterThanOrEqualTo(2);
  }

  private static void deployUseAndUndeploy(Http http, String client) {
    http.get("/control/deploy");
    assertThat(http.get("/shop/LoaderPage", "X-Client", client).body().lines())
        .containsExactly("ParallelWebappClassLoader", "ParallelWebappClassLoader");
    assertThat(http.statuses(2, "/shop/LoaderPage", "X-Client", client)).containsExactly(200, 429);
    assertThat(http.get("/shop/AsyncPage", "X-Client", client).body()).isEqualTo("at last");
    String form = "name=J%C3%BCrgen+" + client.replace(' ', '+');
    assertThat(http.post("/shop/FormPage", form).body()).isEqualTo("Jürgen " + client);
    assertThat(http.post("/shop/FormPage", form).statusCode()).isEqualTo(429);
    assertThat(http.status("/shop/FailingPage")).isEqualTo(500);
    http.get("/control/undeploy");
  }

  private static int loadersAlive(Http http) {
    return Integer.parseInt(http.get("/control/alive").body());
  }
}
