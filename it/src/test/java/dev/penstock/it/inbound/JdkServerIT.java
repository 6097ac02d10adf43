package dev.penstock.it.inbound;

import static dev.penstock.it.harness.ResponseChecks.TIMEOUT;
import static dev.penstock.it.harness.ResponseChecks.basicAuth;
import static dev.penstock.it.harness.ResponseChecks.expectRejection;
import static dev.penstock.it.harness.ResponseChecks.field;
import static dev.penstock.it.harness.ResponseChecks.handlerCalls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.inbound.BypassCheck;
import dev.penstock.it.harness.inbound.KeyAgreementCheck;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the HTTP server of the JDK. Its contexts are the routes. */
@ParameterizedClass
@MethodSource("apps")
record JdkServerIT(RunningApp app) {
  /* Each test uses its own header as the key. Rules skip requests without their header. */
  private static final String RULES =
      """
      version: 1
      inbound:
        path: { match: /hello, key: header.X-Path, on-missing-key: skip,
                rate: 2/day, algorithm: token-bucket }
        route: { match: ["/orders/{id}", "/orders/{id}/items/{item}", "/slow/**"],
                 key: [route, header.X-Route], on-missing-key: skip,
                 rate: 2/day, algorithm: token-bucket }
        early: { match: /orders/**, key: header.X-Both, on-missing-key: skip,
                 rate: 9/day, algorithm: token-bucket }
        late: { match: ["/orders/{id}", "/orders/{id}/items/{item}"],
                key: [route, header.X-Both], on-missing-key: skip,
                rate: 2/day, algorithm: token-bucket }
        caller: { match: /me, key: user, on-missing-key: skip,
                  rate: 2/day, algorithm: token-bucket }
        slots: { match: "/**", key: header.X-Slot, on-missing-key: skip, concurrency: 1 }
        slots-of-route: { match: "/**", key: [route, header.X-Slot-Of-Route],
                           on-missing-key: skip, concurrency: 1 }
        failures: { match: "/**", key: header.X-Fail, on-missing-key: skip,
                    rate: 2/day, algorithm: token-bucket, count: { status: 5xx } }
        wide: { match: "/**", key: [route, header.X-Wide], on-missing-key: skip, rate: 1000/day }
      """
          + BypassCheck.RULES;

  static Stream<RunningApp> apps() {
    return Jdk.tested().stream()
        .map(
            jdk ->
                Launch.on(new TestTarget(ServerTestApp.JDK_SERVER, jdk))
                    .rules(KeyAgreementCheck.addedTo(RULES))
                    .start());
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(RunningApp app) {
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
  void keysMatchWhatTheApplicationReads() {
    KeyAgreementCheck.expectSameKeys(app.http(), KeyAgreementCheck.WITHOUT_FORMS);
  }

  @Test
  void concurrentRequestsAreAdmittedUpToTheLimit() {
    List<Integer> statuses =
        Http.concurrently(40, 8, () -> app.http().status("/orders/1", "X-Route", "many"));
    assertThat(statuses).filteredOn(status -> status == 200).hasSize(2);
    assertThat(statuses).filteredOn(status -> status == 429).hasSize(38);
  }

  @Test
  void theRouteIsTheContextOrThePatternOfTheRule() {
    int before = handlerCalls(app);
    for (String page :
        List.of(
            "/orders/1",
            "/orders/2",
            "/orders/1/items/1",
            "/orders/9/items/2",
            "/slow?ms=1",
            "/slow/x?ms=1")) {
      assertThat(app.http().status(page, "X-Route", "a")).as(page).isEqualTo(200);
    }
    for (String page : List.of("/orders/3", "/orders/4/items/5", "/slow/y?ms=1")) {
      expectRejection(app.http().get(page, "X-Route", "a"), "route");
      expectRejection(app.http().head(page, "X-Route", "a"), "route");
    }
    assertThat(handlerCalls(app) - before).isEqualTo(6);
  }

  @Test
  void aLateRejectionRefundsEarlierLimits() {
    HttpResponse<String> first = app.http().get("/orders/1", "X-Both", "a");
    assertThat(field(first, "RateLimit")).matches("\"early\";r=8;t=\\d+, \"late\";r=1;t=\\d+");
    assertThat(app.http().statuses(4, "/orders/2", "X-Both", "a"))
        .containsExactly(200, 429, 429, 429);
    assertThat(field(app.http().get("/orders/2/items/1", "X-Both", "a"), "RateLimit"))
        .matches("\"early\";r=6;t=\\d+, \"late\";r=1;t=\\d+");
  }

  @Test
  void usersHaveSeparateBudgets() {
    assertThat(app.http().status("/me")).isEqualTo(401);
    assertThat(app.http().statuses(3, "/me", "Authorization", basicAuth("ann")))
        .containsExactly(200, 200, 429);
    assertThat(app.http().status("/me", "Authorization", basicAuth("bob"))).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-Slot", "X-Slot-Of-Route"})
  void aSlotIsHeldUntilTheResponseEnds(String rule) {
    var one = app.http().getAsync("/slow?ms=1500", rule, "taken");
    var other = app.http().getAsync("/slow?ms=1500", rule, "taken");
    assertThat(List.of(one.join().statusCode(), other.join().statusCode()))
        .containsExactlyInAnyOrder(200, 429);
    assertThat(Await.within(TIMEOUT, () -> app.http().status("/slow?ms=0", rule, "taken") == 200))
        .isTrue();
  }

  /** A handler that throws or closes the connection also ends its request. */
  @ParameterizedTest
  @ValueSource(strings = {"X-Slot", "X-Slot-Of-Route"})
  void everyWayToEndReleasesTheSlot(String rule) {
    for (String page :
        List.of("/boom", "/hangup", "/unclosed", "/slow?ms=5", "/nowhere", "/hello")) {
      for (int n = 0; n < 3; n++) {
        String[] request = {"GET " + page + " HTTP/1.1", "Host: localhost", rule + ": free"};
        if (page.equals("/unclosed")) {
          // The server waits for the end of the response and would never close the connection.
          app.http().sendRawAndDisconnect(request);
        } else {
          app.http().sendRaw(request);
        }
        assertThat(Await.within(TIMEOUT, () -> app.http().status("/hello", rule, "free") == 200))
            .as(page)
            .isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/boom", "/hangup"})
  void aMissingResponseCountsAsAFailure(String page) {
    for (int n = 0; n < 2; n++) {
      String[] request = {"GET " + page + " HTTP/1.1", "Host: localhost", "X-Fail: " + page};
      assertThat(app.http().sendRaw(request)).isEmpty();
    }
    assertThat(Await.within(TIMEOUT, () -> app.http().status("/hello", "X-Fail", page) == 429))
        .isTrue();
    // A reservation is released shortly after the client has its response.
    for (int n = 0; n < 5; n++) {
      assertThat(Await.within(TIMEOUT, () -> app.http().status("/hello", "X-Fail", "none") == 200))
          .isTrue();
    }
  }

  @Test
  void admittedResponsesAreUnchanged() {
    assertThat(app.http().get("/orders/a%20b", "X-Wide", "a").body()).isEqualTo("order a b");
    HttpResponse<String> bytes = app.http().get("/bytes", "X-Wide", "a");
    assertThat(bytes.headers().firstValue("RateLimit-Policy")).isPresent();
    assertThat(bytes.body()).isEqualTo(app.http().get("/bytes").body());
    String body = "a\r\n\0 水門 " + "y".repeat(70_000);
    assertThat(
            app.http()
                .post(
                    "/echo",
                    "application/octet-stream",
                    BodyPublishers.ofString(body),
                    "X-Wide",
                    "a")
                .body())
        .isEqualTo(body);
    assertThat(app.http().head("/hello", "X-Wide", "a").statusCode()).isEqualTo(200);
  }
}
