package dev.penstock.it.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A request is counted once, however often the container dispatches it. */
@ParameterizedClass
@MethodSource("apps")
record ServletDispatchIT(RunningApp app) {
  /*
   * Each rule matches the requested page and the page that it dispatches to. Counting a request
   * twice would admit fewer than three.
   */
  private static final String RULES =
      """
      version: 1
      inbound:
        forward: { match: [/forward, /api/target], key: header.X-Test, rate: 3/week }
        include: { match: [/include, /api/target], key: header.X-Test, rate: 3/week }
        error: { match: [/error, /error-page], key: header.X-Test, rate: 3/week }
        async: { match: [/async/**, /api/target], key: header.X-Test, rate: 3/week }
        nested: { match: /nested/**, key: header.X-Test, rate: 3/week }
        plain: { match: /plain, rate: 3/week }
        shop: { match: /shop/hello, rate: 3/week }
        committed: { match: /committed, rate: 1/week }
      """;

  static Stream<RunningApp> apps() {
    return TestTarget.all().map(target -> Launch.on(target).rules(RULES).start());
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(RunningApp app) {
    app.stop();
    app.expectNoUnexpectedOutput();
  }

  @ParameterizedTest
  @CsvSource({
    "/forward, 200",
    "/include, 200",
    "/error, 500",
    "/async/dispatch, 200",
    "/async/complete, 200",
    "/nested/page, 200",
    "/plain, 200",
    "/shop/hello, 200"
  })
  void admitsThreeOfFive(String path, int expectedStatus) {
    assertThat(app.http().statuses(5, path, "X-Test", path))
        .containsExactly(expectedStatus, expectedStatus, expectedStatus, 429, 429);
  }

  @Test
  void theContextPathIsPartOfThePath() {
    assertThat(app.http().statuses(5, "/hello")).containsOnly(200);
  }

  @Test
  void aCommittedResponseIsNotChanged() {
    for (int n = 0; n < 3; n++) {
      var response = app.http().get("/committed");
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("early\nlate\n");
    }
  }
}
