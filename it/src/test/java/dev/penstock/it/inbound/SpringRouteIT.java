package dev.penstock.it.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AppWithBaseline;
import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.ResponseChecks;
import dev.penstock.it.harness.apps.ServerTestApp;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Spring MVC: the route is the mapping pattern, and filters set the user. */
@ParameterizedClass
@MethodSource("targets")
record SpringRouteIT(AppWithBaseline limited) {
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private static final List<ServerTestApp> APPS =
      List.of(
          ServerTestApp.SPRING_BOOT_2, ServerTestApp.SPRING_BOOT_3, ServerTestApp.SPRING_BOOT_4);

  /** Each rule has its own header and skips requests without it, so all tests share one JVM. */
  private static final String RULES =
      """
      version: 1
      inbound:
        routes:
          match: /orders/**
          key: [header.X-Route, route]
          on-missing-key: skip
          rate: 3/week
        users: { match: /me/**, key: user, on-missing-key: skip, rate: 3/week }
        strangers:
          match: { path: /me/**, headers: { X-Stranger: true } }
          key: [user, route]
          rate: 1/week
        early:
          match: /orders/**
          key: header.X-Both
          on-missing-key: skip
          rate: 10/week
          algorithm: fixed-window
        late:
          match: /orders/**
          key: [header.X-Both, route]
          on-missing-key: skip
          rate: 2/week
          algorithm: fixed-window
        slots: { match: /**, key: [header.X-Slot, route], on-missing-key: skip, concurrency: 1 }
      """;

  static Stream<AppWithBaseline> targets() {
    return ServerTestApp.built(APPS)
        .map(target -> AppWithBaseline.start(target, List.of("/hello"), RULES));
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(AppWithBaseline limited) {
    limited.expectNoUnexpectedOutput();
  }

  @Test
  void pathsOfOneRouteShareAKey() {
    int before = handlerCalls();
    assertThat(http().status("/orders/1", "X-Route", "merged")).isEqualTo(200);
    assertThat(http().status("/orders/2", "X-Route", "merged")).isEqualTo(200);
    assertThat(http().status("/orders/3", "X-Route", "merged")).isEqualTo(200);
    assertThat(http().status("/orders/4", "X-Route", "merged")).isEqualTo(429);
    assertThat(http().status("/orders/4/items/1", "X-Route", "merged")).isEqualTo(200);
    assertThat(handlerCalls() - before).isEqualTo(4);
  }

  @Test
  void aRejectionAtTheRouteHasAllHeaders() {
    http().statuses(3, "/orders/1", "X-Route", "headers");
    HttpResponse<String> rejected = http().get("/orders/2", "X-Route", "headers");
    assertThat(rejected.statusCode()).isEqualTo(429);
    assertThat(ResponseChecks.field(rejected, "Retry-After")).matches("\\d+");
    assertThat(ResponseChecks.field(rejected, "RateLimit-Policy"))
        .isEqualTo("\"routes\";q=3;w=604800");
    assertThat(ResponseChecks.field(rejected, "RateLimit")).matches("\"routes\";r=0;t=\\d+");
    assertThat(ResponseChecks.field(rejected, "RateLimit-Remaining")).isEqualTo("0");
    assertThat(ResponseChecks.field(rejected, "Content-Type"))
        .startsWith("application/problem+json");
    assertThat(rejected.body()).contains("\"violated-policies\":[\"routes\"]");
  }

  @Test
  void theUserIsTheOneThatTheFiltersSet() {
    assertThat(http().statuses(5, "/me/name", "Authorization", ResponseChecks.basicAuth("ann")))
        .containsExactly(200, 200, 200, 429, 429);
    assertThat(http().statuses(3, "/me/name", "Authorization", ResponseChecks.basicAuth("bob")))
        .containsOnly(200);
    assertThat(http().statuses(5, "/me/name")).containsOnly(401);
  }

  @Test
  void aRequestThatAFilterRejectsIsNotDecidedAtTheErrorPage() {
    assertThat(http().statuses(3, "/me/name", "X-Stranger", "s")).containsOnly(401);
  }

  @Test
  void aLateRejectionRefundsEarlierLimits() {
    assertThat(remaining(http().get("/orders/1", "X-Both", "b")))
        .isEqualTo("\"early\";r=9 \"late\";r=1");
    assertThat(remaining(http().get("/orders/2", "X-Both", "b")))
        .isEqualTo("\"early\";r=8 \"late\";r=0");
    assertThat(remaining(http().get("/orders/3", "X-Both", "b")))
        .isEqualTo("\"early\";r=8 \"late\";r=0");
    assertThat(remaining(http().get("/orders/3/items/1", "X-Both", "b")))
        .isEqualTo("\"early\";r=7 \"late\";r=1");
  }

  @Test
  void aSlotHeldFromTheRouteOnIsReleased() {
    for (int n = 0; n < 3; n++) {
      expectFree("/hello", 200);
      expectFree("/boom", 500);
    }
  }

  /** The server may report the end of a request after the client has the response. */
  private void expectFree(String page, int expectedStatus) {
    assertThat(Await.within(TIMEOUT, () -> http().status(page, "X-Slot", "p") == expectedStatus))
        .as(page)
        .isTrue();
  }

  /** The RateLimit header without the times. */
  private static String remaining(HttpResponse<String> response) {
    return ResponseChecks.field(response, "RateLimit").replaceAll(";t=\\d+", "").replace(", ", " ");
  }

  private int handlerCalls() {
    return Integer.parseInt(http().get("/handled").body());
  }

  private Http http() {
    return limited.app().http();
  }
}
