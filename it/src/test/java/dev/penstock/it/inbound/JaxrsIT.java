package dev.penstock.it.inbound;

import static dev.penstock.it.harness.ResponseChecks.TIMEOUT;
import static dev.penstock.it.harness.ResponseChecks.basicAuth;
import static dev.penstock.it.harness.ResponseChecks.expectRejection;
import static dev.penstock.it.harness.ResponseChecks.field;
import static dev.penstock.it.harness.ResponseChecks.handlerCalls;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.inbound.BypassCheck;
import dev.penstock.it.harness.inbound.KeyAgreementCheck;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rules by path and by route on every JAX-RS implementation and server. */
@Order(1)
@ParameterizedClass
@MethodSource("apps")
record JaxrsIT(TestTarget target, RunningApp app) {
  private static final Set<ServerTestApp> APPS =
      Set.of(
          ServerTestApp.JERSEY_2_TOMCAT,
          ServerTestApp.JERSEY_3_TOMCAT,
          ServerTestApp.JERSEY_3_GRIZZLY,
          ServerTestApp.JERSEY_3_JDK,
          ServerTestApp.RESTEASY_4_TOMCAT,
          ServerTestApp.RESTEASY_6_TOMCAT,
          ServerTestApp.RESTEASY_6_JDK,
          ServerTestApp.CXF_3_TOMCAT,
          ServerTestApp.CXF_4_TOMCAT,
          ServerTestApp.CXF_4_JETTY);

  private static final Set<ServerTestApp> WITHOUT_SERVLETS =
      Set.of(
          ServerTestApp.JERSEY_3_GRIZZLY, ServerTestApp.JERSEY_3_JDK, ServerTestApp.RESTEASY_6_JDK);

  /* Each test uses its own header as the key. Rules skip requests without their header. */
  private static final String RULES =
      """
      version: 1
      inbound:
        path: { match: /hello, key: header.X-Path, on-missing-key: skip,
                rate: 2/day, algorithm: token-bucket }
        route: { match: "/**", key: [route, header.X-Route], on-missing-key: skip,
                 rate: 2/day, algorithm: token-bucket }
        early: { match: /orders/**, key: header.X-Both, on-missing-key: skip,
                 rate: 9/day, algorithm: token-bucket }
        late: { match: /orders/**, key: [route, header.X-Both], on-missing-key: skip,
                rate: 2/day, algorithm: token-bucket }
        caller: { match: /me, key: [user, route], on-missing-key: skip,
                  rate: 2/day, algorithm: token-bucket }
        slots: { match: "/**", key: header.X-Slot, on-missing-key: skip, concurrency: 1 }
        slots-of-route: { match: "/**", key: [route, header.X-Slot-Of-Route],
                           on-missing-key: skip, concurrency: 1 }
        wide: { match: "/**", key: [route, header.X-Wide], on-missing-key: skip, rate: 1000/day }
      """
          + BypassCheck.RULES;

  static Stream<Arguments> apps() {
    return ServerTestApp.built(APPS)
        .map(
            target ->
                Arguments.of(
                    target, Launch.on(target).rules(KeyAgreementCheck.addedTo(RULES)).start()));
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(TestTarget target, RunningApp app) {
    app.stop();
    app.expectNoUnexpectedOutput();
  }

  @Test
  void requestVariantsCannotBypassARule() {
    BypassCheck.expectNoBypass(app.http());
  }

  @Test
  void aRuleByPathAdmitsExactlyItsLimit() {
    int before = handlerCalls(app);
    assertThat(app.http().statuses(4, "/hello", "X-Path", "a")).containsExactly(200, 200, 429, 429);
    assertThat(handlerCalls(app) - before).isEqualTo(2);
    expectRejection(app.http().get("/hello", "X-Path", "a"), "path");
    expectRejection(app.http().head("/hello", "X-Path", "a"), "path");
  }

  @Test
  void pathsOfOneRouteShareAKey() {
    int before = handlerCalls(app);
    for (String page :
        List.of("/orders/1", "/orders/2", "/orders/1/items/1", "/orders/9/items/2")) {
      assertThat(app.http().status(page, "X-Route", "a")).as(page).isEqualTo(200);
    }
    for (String page : List.of("/orders/3", "/orders/4/items/5")) {
      expectRejection(app.http().get(page, "X-Route", "a"), "route");
      expectRejection(app.http().head(page, "X-Route", "a"), "route");
    }
    assertThat(handlerCalls(app) - before).isEqualTo(4);
    assertThat(app.http().status("/orders/3", "X-Route", "b")).isEqualTo(200);
  }

  @Test
  void aLateRejectionRefundsEarlierLimits() {
    HttpResponse<String> first = app.http().get("/orders/1", "X-Both", "a");
    assertThat(field(first, "RateLimit-Policy"))
        .isEqualTo("\"early\";q=9;w=86400, \"late\";q=2;w=86400");
    assertThat(field(first, "RateLimit")).matches("\"early\";r=8;t=\\d+, \"late\";r=1;t=\\d+");
    assertThat(app.http().statuses(4, "/orders/2", "X-Both", "a"))
        .containsExactly(200, 429, 429, 429);
    assertThat(field(app.http().get("/orders/2/items/1", "X-Both", "a"), "RateLimit"))
        .matches("\"early\";r=6;t=\\d+, \"late\";r=1;t=\\d+");
  }

  @Test
  void asynchronousResponsesCountOnce() {
    int before = handlerCalls(app);
    assertThat(app.http().statuses(4, "/slow?ms=20", "X-Route", "a"))
        .containsExactly(200, 200, 429, 429);
    assertThat(handlerCalls(app) - before).isEqualTo(2);
  }

  /** A JAX-RS filter sets the user before the route is known. */
  @Test
  void usersHaveSeparateBudgets() {
    assertThat(app.http().statuses(3, "/me", "Authorization", basicAuth("ann")))
        .containsExactly(200, 200, 429);
    assertThat(app.http().status("/me", "Authorization", basicAuth("bob"))).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-Slot", "X-Slot-Of-Route"})
  void aSlotIsHeldUntilTheResponseEnds(String rule) {
    // This server has one thread, so no two requests are in flight.
    assumeThat(target.app()).isNotEqualTo(ServerTestApp.RESTEASY_6_JDK);
    var one = app.http().getAsync("/slow?ms=1500", rule, "taken");
    var other = app.http().getAsync("/slow?ms=1500", rule, "taken");
    assertThat(List.of(one.join().statusCode(), other.join().statusCode()))
        .containsExactlyInAnyOrder(200, 429);
    expectFree("/slow?ms=0", 200, rule, "taken");
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-Slot", "X-Slot-Of-Route"})
  void everyWayToEndReleasesTheSlot(String rule) {
    for (int n = 0; n < 3; n++) {
      expectFree("/boom", 500, rule, "free");
      expectFree("/slow?ms=5", 200, rule, "free");
      expectFree("/nowhere", 404, rule, "free");
      expectFree("/hello", 200, rule, "free");
    }
  }

  /** The server may report the end of a request after the client has the response. */
  private void expectFree(String page, int expectedStatus, String rule, String who) {
    assertThat(Await.within(TIMEOUT, () -> app.http().status(page, rule, who) == expectedStatus))
        .as(page)
        .isTrue();
  }

  @Test
  void keysMatchWhatTheApplicationReads() {
    KeyAgreementCheck.expectSameKeys(
        app.http(),
        WITHOUT_SERVLETS.contains(target.app())
            ? KeyAgreementCheck.WITHOUT_FORMS
            : KeyAgreementCheck.ALL);
  }

  @Test
  void admittedResponsesAreUnchanged() {
    try (var bare = Launch.on(target).withoutAgent().start()) {
      for (String page : List.of("/hello", "/bytes", "/orders/7", "/slow?ms=1", "/nowhere")) {
        HttpResponse<String> expected = bare.http().get(page, "X-Wide", "a");
        HttpResponse<String> response = app.http().get(page, "X-Wide", "a");
        assertThat(response.statusCode()).as(page).isEqualTo(expected.statusCode());
        // An unknown page has no route.
        assertThat(response.headers().firstValue("RateLimit-Policy").isPresent())
            .as(page)
            .isEqualTo(response.statusCode() == 200);
        if (response.statusCode() == 200) {
          assertThat(response.body()).as(page).isEqualTo(expected.body());
        }
      }
      String body = "a\r\n\0 水門 " + "y".repeat(70_000);
      assertThat(echo(app.http(), body)).isEqualTo(body).isEqualTo(echo(bare.http(), body));
    }
  }

  private static String echo(Http http, String body) {
    return http.post(
            "/echo", "application/octet-stream", BodyPublishers.ofString(body), "X-Wide", "a")
        .body();
  }
}
