package dev.penstock.it.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.ResponseChecks;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.ServerTestApp;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Spark adds its filter to Jetty without a servlet context. */
@ParameterizedClass
@MethodSource("apps")
record SparkIT(RunningApp app) {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, rate: 3/week }
        orders: { match: '/orders/{id}', key: path.id, rate: 2/week }
        forms: { match: POST /form, key: form.name, rate: 2/week }
      """;

  static Stream<RunningApp> apps() {
    return ServerTestApp.built("SPARK").map(target -> Launch.on(target).rules(RULES).start());
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(RunningApp app) {
    app.stop();
    app.expectNoUnexpectedOutput();
  }

  @Test
  void onlyRequestsWithinTheLimitReachTheHandler() {
    int before = ResponseChecks.handlerCalls(app);
    assertThat(app.http().statuses(5, "/hello")).containsExactly(200, 200, 200, 429, 429);
    assertThat(ResponseChecks.handlerCalls(app)).isEqualTo(before + 3);
  }

  @Test
  void pathsAreReadWithoutAServletContext() {
    assertThat(app.http().statuses(3, "/orders/1")).containsExactly(200, 200, 429);
    assertThat(app.http().get("/orders/2").body()).isEqualTo("order 2");
  }

  @Test
  void aFormFieldIsAKeyAndReachesTheApplication() {
    assertThat(app.http().post("/form", "name=j%C3%BCrg").body()).isEqualTo("jürg");
    assertThat(app.http().post("/form", "name=j%C3%BCrg").body()).isEqualTo("jürg");
    assertThat(app.http().post("/form", "name=j%C3%BCrg").statusCode()).isEqualTo(429);
    assertThat(app.http().post("/form", "name=ann").body()).isEqualTo("ann");
  }
}
