package dev.penstock.it.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AppWithBaseline;
import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.ResponseChecks;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.Matrix;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests that the container itself responds to, such as its logins, are limited too. */
@ParameterizedClass
@MethodSource("apps")
record ContainerLoginIT(AppWithBaseline limited) {
  /** One container of each kind in every build. */
  private static final List<ServerTestApp> APPS =
      List.of(ServerTestApp.TOMCAT_11, ServerTestApp.JETTY_12, ServerTestApp.UNDERTOW);

  /** Added in the full matrix. */
  private static final List<ServerTestApp> MORE_APPS =
      List.of(
          ServerTestApp.TOMCAT_9,
          ServerTestApp.TOMCAT_10_WAR,
          ServerTestApp.JETTY_9,
          ServerTestApp.JETTY_11,
          ServerTestApp.JETTY_12_EE8,
          ServerTestApp.UNDERTOW_JAVAX);

  private static final String WRONG =
      "Basic " + Base64.getEncoder().encodeToString("ann:a guess".getBytes(StandardCharsets.UTF_8));

  private static final String RULES =
      """
      version: 1
      inbound:
        guesses:
          match: /secure/**
          key: header.X-Guess
          on-missing-key: skip
          rate: 3/week
          count: { status: [401] }
        lost:
          match: /**
          key: header.X-Lost
          on-missing-key: skip
          rate: 3/week
          count: { status: [404] }
        beside: { match: /beside, key: header.X-Beside, on-missing-key: skip, rate: 3/week }
        pages: { match: /**, key: header.X-Page, on-missing-key: skip, rate: 3/week }
        slots: { match: /secure/**, key: header.X-Slot, on-missing-key: skip, concurrency: 1 }
        members:
          { match: /secure/**, key: [user, header.X-User], on-missing-key: skip, rate: 2/week }
        forms:
          { match: POST /form, key: form.name, on-missing-key: skip, rate: 2/week }
      """;

  static Stream<AppWithBaseline> apps() {
    return Jdk.tested().stream()
        .flatMap(
            jdk ->
                Stream.concat(APPS.stream(), Matrix.FULL ? MORE_APPS.stream() : Stream.empty())
                    .map(app -> new TestTarget(app, jdk)))
        .map(target -> AppWithBaseline.start(target, List.of("/hello", "/beside"), RULES));
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(AppWithBaseline limited) {
    limited.expectNoUnexpectedOutput();
  }

  @Test
  void onlyThreeWrongPasswordsAreAccepted() {
    int before = ResponseChecks.handlerCalls(limited.app());
    for (int n = 0; n < 4; n++) {
      assertThat(secured("ann", "X-Guess", "mallory")).as("correct password").isEqualTo(200);
    }
    assertThat(http().statuses(5, "/secure/a", "Authorization", WRONG, "X-Guess", "mallory"))
        .containsExactly(401, 401, 401, 429, 429);
    assertThat(secured("ann", "X-Guess", "mallory"))
        .as("correct password after the limit")
        .isEqualTo(429);
    assertThat(secured("ann", "X-Guess", "another client")).isEqualTo(200);
    assertThat(ResponseChecks.handlerCalls(limited.app())).isEqualTo(before + 5);
  }

  /** Undertow and Jetty 12 have a page without a servlet; the others do not know the path. */
  @Test
  void aPathBesideTheServletsIsLimited() {
    int unlimited = limited.baseline().status("/beside");
    assertThat(http().statuses(5, "/beside", "X-Beside", "a"))
        .containsExactly(unlimited, unlimited, unlimited, 429, 429);
    assertThat(http().status("/beside", "X-Beside", "b")).isEqualTo(unlimited);
  }

  @Test
  void aRejectionBeforeLoginIsACompleteResponse() {
    http().statuses(3, "/secure/a", "Authorization", WRONG, "X-Guess", "rejected");
    var rejected = http().get("/secure/a", "X-Guess", "rejected");
    assertThat(rejected.statusCode()).isEqualTo(429);
    assertThat(rejected.headers().firstValue("RateLimit-Policy"))
        .hasValue("\"guesses\";q=3;w=604800");
    assertThat(rejected.headers().firstValue("Content-Type"))
        .get()
        .asString()
        .startsWith("application/problem+json");
    assertThat(rejected.headers().firstValueAsLong("Content-Length"))
        .hasValue(rejected.body().length());
    assertThat(rejected.headers().firstValue("WWW-Authenticate")).isEmpty();
    assertThat(rejected.body()).contains("\"violated-policies\":[\"guesses\"]").endsWith("}\n");
  }

  @ParameterizedTest
  @CsvSource({"/secure/a, 401", "/nowhere, 404", "/hello, 200", "/forward, 200", "/error, 500"})
  void aRequestCountsOnceWhereverItsResponseIsWritten(String page, int expectedStatus) {
    assertThat(http().statuses(5, page, "X-Page", page))
        .containsExactly(expectedStatus, expectedStatus, expectedStatus, 429, 429);
  }

  @Test
  void aPathWithoutServletCountsByItsStatus() {
    assertThat(http().statuses(4, "/hello", "X-Lost", "a")).containsOnly(200);
    assertThat(http().statuses(5, "/nowhere/at/all", "X-Lost", "a"))
        .containsExactly(404, 404, 404, 429, 429);
  }

  @Test
  void aWrongPasswordReleasesTheSlot() {
    assertThat(http().statuses(3, "/secure/a", "Authorization", WRONG, "X-Slot", "a"))
        .containsExactly(401, 401, 401);
    assertThat(secured("ann", "X-Slot", "a")).isEqualTo(200);
  }

  @Test
  void loggedInUsersAreCountedByName() {
    for (int n = 0; n < 3; n++) {
      assertThat(http().status("/secure/a", "Authorization", WRONG, "X-User", "a")).isEqualTo(401);
    }
    assertThat(secured("ann", "X-User", "a")).isEqualTo(200);
    assertThat(secured("ann", "X-User", "a")).isEqualTo(200);
    assertThat(secured("ann", "X-User", "a")).isEqualTo(429);
    assertThat(secured("bob", "X-User", "a")).isEqualTo(200);
  }

  @Test
  void aFormKeyIsReadAndTheFormStillReachesThePage() {
    for (int n = 0; n < 2; n++) {
      assertThat(http().post("/form", "name=ann").body()).isEqualTo("ann");
    }
    assertThat(http().post("/form", "name=ann").statusCode()).isEqualTo(429);
    assertThat(http().post("/form", "name=bob").body()).isEqualTo("bob");
  }

  private int secured(String name, String... headers) {
    return http()
        .status(
            "/secure/a", "Authorization", ResponseChecks.basicAuth(name), headers[0], headers[1]);
  }

  private Http http() {
    return limited.app().http();
  }
}
