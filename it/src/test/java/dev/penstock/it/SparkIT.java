package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Spark's filter stands in a bare Jetty, so its requests have no servlet context. */
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
    return TestApp.built("SPARK").map(stage -> Launch.on(stage).rules(RULES).start());
  }

  @AfterParameterizedClassInvocation
  static void staysCalm(RunningApp app) {
    app.stop();
    app.expectCalm();
  }

  @Test
  void exactlyTheLimitPassesAndOnlyThatReachesTheHandler() {
    int before = Served.handled(app);
    assertThat(app.http().statuses(5, "/hello")).containsExactly(200, 200, 200, 429, 429);
    assertThat(Served.handled(app)).isEqualTo(before + 3);
  }

  @Test
  void aPathIsReadWithoutAContext() {
    assertThat(app.http().statuses(3, "/orders/1")).containsExactly(200, 200, 429);
    assertThat(app.http().get("/orders/2").body()).isEqualTo("order 2");
  }

  @Test
  void aFormIsCountedByItsFieldsAndCanStillBeRead() {
    assertThat(app.http().post("/form", "name=j%C3%BCrg").body()).isEqualTo("jürg");
    assertThat(app.http().post("/form", "name=j%C3%BCrg").body()).isEqualTo("jürg");
    assertThat(app.http().post("/form", "name=j%C3%BCrg").statusCode()).isEqualTo(429);
    assertThat(app.http().post("/form", "name=ann").body()).isEqualTo("ann");
  }
}
