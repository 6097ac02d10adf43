package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Requests that a container answers by itself, such as logins that it manages, are limited too. */
@ParameterizedClass
@MethodSource("apps")
record ContainerLoginIT(RunningApp app) {
  /** One of each kind of container in every build, and all of them in the matrix. */
  private static final List<TestApp> APPS =
      List.of(TestApp.TOMCAT_11, TestApp.JETTY_12, TestApp.UNDERTOW);

  private static final List<TestApp> FURTHER =
      List.of(
          TestApp.TOMCAT_9,
          TestApp.TOMCAT_10_WAR,
          TestApp.JETTY_9,
          TestApp.JETTY_11,
          TestApp.JETTY_12_EE8,
          TestApp.UNDERTOW_JAVAX);

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
        pages: { match: /**, key: header.X-Page, on-missing-key: skip, rate: 3/week }
        places: { match: /secure/**, key: header.X-Place, on-missing-key: skip, concurrency: 1 }
        members:
          { match: /secure/**, key: [user, header.X-User], on-missing-key: skip, rate: 2/week }
        forms:
          { match: POST /form, key: form.name, on-missing-key: skip, rate: 2/week }
      """;

  static Stream<RunningApp> apps() {
    return Jdk.tested().stream()
        .flatMap(
            jdk ->
                Stream.concat(APPS.stream(), Matrix.FULL ? FURTHER.stream() : Stream.empty())
                    .map(app -> new Stage(app, jdk)))
        .map(stage -> Launch.on(stage).rules(RULES).start());
  }

  @AfterParameterizedClassInvocation
  static void staysCalm(RunningApp app) {
    app.stop();
    app.expectCalm();
  }

  @Test
  void guessingPasswordsStopsAfterThreeThatAreWrong() {
    int before = Served.handled(app);
    for (int n = 0; n < 4; n++) {
      assertThat(secured("ann", "X-Guess", "mallory")).as("a right one").isEqualTo(200);
    }
    assertThat(app.http().statuses(5, "/secure/a", "Authorization", WRONG, "X-Guess", "mallory"))
        .containsExactly(401, 401, 401, 429, 429);
    assertThat(secured("ann", "X-Guess", "mallory")).as("too late").isEqualTo(429);
    assertThat(secured("ann", "X-Guess", "another client")).isEqualTo(200);
    assertThat(Served.handled(app)).isEqualTo(before + 5);
  }

  @Test
  void aRefusalBeforeTheLoginIsComplete() {
    app.http().statuses(3, "/secure/a", "Authorization", WRONG, "X-Guess", "refused");
    var refused = app.http().get("/secure/a", "X-Guess", "refused");
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("RateLimit-Policy"))
        .hasValue("\"guesses\";q=3;w=604800");
    assertThat(refused.headers().firstValue("Content-Type"))
        .get()
        .asString()
        .startsWith("application/problem+json");
    assertThat(refused.headers().firstValueAsLong("Content-Length"))
        .hasValue(refused.body().length());
    assertThat(refused.headers().firstValue("WWW-Authenticate")).isEmpty();
    assertThat(refused.body()).contains("\"violated-policies\":[\"guesses\"]").endsWith("}\n");
  }

  @ParameterizedTest
  @CsvSource({"/secure/a, 401", "/nowhere, 404", "/hello, 200", "/forward, 200", "/error, 500"})
  void aRequestCountsOnceWhereverItIsAnswered(String page, int usual) {
    assertThat(app.http().statuses(5, page, "X-Page", page))
        .containsExactly(usual, usual, usual, 429, 429);
  }

  @Test
  void aPathWithoutAnyServletCountsByItsStatus() {
    assertThat(app.http().statuses(4, "/hello", "X-Lost", "a")).containsOnly(200);
    assertThat(app.http().statuses(5, "/nowhere/at/all", "X-Lost", "a"))
        .containsExactly(404, 404, 404, 429, 429);
  }

  @Test
  void aPlaceIsFreeAgainAfterAWrongPassword() {
    assertThat(app.http().statuses(3, "/secure/a", "Authorization", WRONG, "X-Place", "a"))
        .containsExactly(401, 401, 401);
    assertThat(secured("ann", "X-Place", "a")).isEqualTo(200);
  }

  @Test
  void whomTheContainerHasLoggedInIsCountedByName() {
    for (int n = 0; n < 3; n++) {
      assertThat(app.http().status("/secure/a", "Authorization", WRONG, "X-User", "a"))
          .isEqualTo(401);
    }
    assertThat(secured("ann", "X-User", "a")).isEqualTo(200);
    assertThat(secured("ann", "X-User", "a")).isEqualTo(200);
    assertThat(secured("ann", "X-User", "a")).isEqualTo(429);
    assertThat(secured("bob", "X-User", "a")).isEqualTo(200);
  }

  @Test
  void aFormIsReadBehindTheLoginAndStillGetsToThePage() {
    for (int n = 0; n < 2; n++) {
      assertThat(app.http().post("/form", "name=ann").body()).isEqualTo("ann");
    }
    assertThat(app.http().post("/form", "name=ann").statusCode()).isEqualTo(429);
    assertThat(app.http().post("/form", "name=bob").body()).isEqualTo("bob");
  }

  private int secured(String name, String... headers) {
    return app.http()
        .status("/secure/a", "Authorization", Served.login(name), headers[0], headers[1]);
  }
}
