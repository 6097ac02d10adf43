package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.ThirdPartyAgent;
import dev.penstock.it.harness.apps.TestTarget;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Penstock and a tracing agent work in one JVM, in either order. */
class ThirdPartyAgentsIT {
  private static final int LIMIT = 3;

  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, key: ip, rate: 3/week }
        form: { match: POST /form, key: form.username, rate: 2/week }
        later: { match: /async/**, rate: 2/week }
      """;

  static Stream<Arguments> orders() {
    return ThirdPartyAgent.all()
        .flatMap(
            other ->
                TestTarget.one()
                    .flatMap(
                        target ->
                            Stream.of(true, false)
                                .map(inFront -> Arguments.of(other, target, inFront))));
  }

  @ParameterizedTest(name = "{0}, {1}, before Penstock: {2}")
  @MethodSource("orders")
  void bothAgentsSeeEveryRequest(ThirdPartyAgent other, TestTarget target, boolean inFront) {
    try (var app = other.join(Launch.on(target).rules(RULES), inFront).start()) {
      assertThat(app.http().statuses(LIMIT, "/hello")).containsOnly(200);
      assertThat(Await.within(Duration.ofSeconds(5), () -> other.requestsSeen(app) == LIMIT))
          .as("requests seen by %s: %d", other, other.requestsSeen(app))
          .isTrue();
      expectRejection(app.http());
      expectForm(app.http());
      assertThat(app.http().statuses(4, "/async/dispatch")).containsExactly(200, 200, 429, 429);
      app.stop();
      // Penstock always logs its first error, so there was none.
      assertThat(app.agentLines()).singleElement().asString().contains("enforcing 3 rules");
    }
  }

  private static void expectRejection(Http http) {
    for (int n = 0; n < 2; n++) {
      var rejection = http.get("/hello");
      assertThat(rejection.statusCode()).isEqualTo(429);
      assertThat(rejection.headers().map())
          .containsKeys("retry-after", "ratelimit", "ratelimit-policy", "ratelimit-limit")
          .containsEntry("content-type", List.of("application/problem+json"));
      assertThat(rejection.body()).contains("\"violated-policies\":[\"hello\"]");
    }
  }

  private static void expectForm(Http http) {
    String form = "username=J%C3%BCrgen&name=%E6%B0%B4";
    for (int n = 0; n < 2; n++) {
      assertThat(http.post("/form", form).body()).isEqualTo("水\n");
    }
    assertThat(http.post("/form", form).statusCode()).isEqualTo(429);
  }
}
