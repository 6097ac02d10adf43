package dev.penstock.it.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AppWithBaseline;
import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Baseline;
import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.inbound.BypassCheck;
import dev.penstock.it.harness.inbound.KeyAgreementCheck;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that all servlet containers, and Spring MVC in them, must pass with the same site and
 * rules.
 */
@Order(1)
@ParameterizedClass
@MethodSource("targets")
record ServletMatrixIT(AppWithBaseline limited) {
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private static final List<ServerTestApp> APPS =
      List.of(
          ServerTestApp.JETTY_9,
          ServerTestApp.JETTY_11,
          ServerTestApp.JETTY_12,
          ServerTestApp.JETTY_12_EE8,
          ServerTestApp.TOMCAT_9,
          ServerTestApp.TOMCAT_10_WAR,
          ServerTestApp.TOMCAT_11,
          ServerTestApp.UNDERTOW,
          ServerTestApp.UNDERTOW_JAVAX,
          ServerTestApp.SPRING_BOOT_2,
          ServerTestApp.SPRING_BOOT_3,
          ServerTestApp.SPRING_BOOT_4);

  /** Pages that are dispatched once, twice or asynchronously. */
  private static final List<String> PAGES =
      List.of(
          "/hello",
          "/orders/7",
          "/orders/7/items/8",
          "/forward",
          "/include",
          "/error",
          "/boom",
          "/slow",
          "/async/dispatch",
          "/async/complete",
          "/async/to-boom",
          "/async/then-boom",
          "/async/timeout");

  /*
   * Each rule has its own header and skips requests without it, so all tests share one JVM.
   * The rule for dispatches matches a page and the pages that it dispatches to. Counting a request
   * twice would admit fewer than three.
   */
  private static final String RULES =
      """
      version: 1
      inbound:
        orders:
          match: /orders/{id}
          key: header.X-Order
          on-missing-key: skip
          rate: 3/day
          algorithm: token-bucket
        crowd: { match: "/orders/{id}", key: header.X-Crowd, on-missing-key: skip, rate: 10/week }
        dispatches: { match: /**, key: header.X-Dispatch, on-missing-key: skip, rate: 3/week }
        slots: { match: /**, key: header.X-Slot, on-missing-key: skip, concurrency: 2 }
        forms:
          match: [POST /form, POST /echo]
          key: form.name
          on-missing-key: skip
          rate: 5/week
        roomy: { match: /**, key: header.X-Roomy, on-missing-key: skip, rate: 1000000/week }
        silent:
          match: /**
          key: header.X-Silent
          on-missing-key: skip
          rate: 1000000/week
          response: { fields: none }
      """
          + BypassCheck.RULES;

  static Stream<AppWithBaseline> targets() {
    return ServerTestApp.built(APPS)
        .map(target -> AppWithBaseline.start(target, PAGES, KeyAgreementCheck.addedTo(RULES)));
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(AppWithBaseline limited) {
    limited.expectNoUnexpectedOutput();
  }

  @Test
  void everyPageExists() {
    assertThat(PAGES).noneMatch(page -> limited.baseline().status(page) == 404);
    assertThat(http().get("/orders/5").body()).isEqualTo("order 5");
    assertThat(http().get("/orders/5/items/6").body()).isEqualTo("item 6 of order 5");
    assertThat(http().get("/forward").body()).isEqualTo("order 7");
  }

  @Test
  void requestVariantsCannotBypassARule() {
    BypassCheck.expectNoBypass(http());
  }

  @Test
  void threeOfFiveRequestsReachTheHandler() {
    int before = handlerCalls();
    assertThat(http().statuses(5, "/orders/1", "X-Order", "one by one"))
        .containsExactly(200, 200, 200, 429, 429);
    assertThat(handlerCalls() - before).isEqualTo(3);
  }

  @Test
  void tenOfFortyConcurrentRequestsReachTheHandler() {
    int before = handlerCalls();
    List<Integer> statuses =
        Http.concurrently(40, 20, () -> http().status("/orders/2", "X-Crowd", "all at once"));
    assertThat(Collections.frequency(statuses, 200)).isEqualTo(10);
    assertThat(Collections.frequency(statuses, 429)).isEqualTo(30);
    assertThat(handlerCalls() - before).isEqualTo(10);
  }

  @Test
  void aRejectionHasAllHeadersAndAProblemBody() {
    http().statuses(3, "/orders/3", "X-Order", "rejected");
    HttpResponse<String> rejected = http().get("/orders/3", "X-Order", "rejected");
    assertThat(rejected.statusCode()).isEqualTo(429);
    assertThat(field(rejected, "Retry-After")).matches("\\d+");
    assertThat(field(rejected, "RateLimit-Policy")).isEqualTo("\"orders\";q=3;w=86400");
    assertThat(field(rejected, "RateLimit")).matches("\"orders\";r=0;t=\\d+");
    assertThat(field(rejected, "RateLimit-Limit")).isEqualTo("3");
    assertThat(field(rejected, "RateLimit-Remaining")).isEqualTo("0");
    assertThat(field(rejected, "RateLimit-Reset")).matches("\\d+");
    assertThat(field(rejected, "Content-Type")).startsWith("application/problem+json");
    assertThat(field(rejected, "Content-Length"))
        .isEqualTo(Integer.toString(rejected.body().length()));
    assertThat(rejected.body())
        .startsWith("{")
        .contains("\"status\":429")
        .contains("\"violated-policies\":[\"orders\"]")
        .endsWith("}\n");
  }

  @Test
  void admittedResponsesShowTheRemainingBudget() {
    HttpResponse<String> admitted = http().get("/orders/4", "X-Order", "admitted");
    assertThat(admitted.statusCode()).isEqualTo(200);
    assertThat(admitted.body()).isEqualTo("order 4");
    assertThat(field(admitted, "RateLimit")).matches("\"orders\";r=2;t=\\d+");
    assertThat(field(admitted, "RateLimit-Remaining")).isEqualTo("2");
    assertThat(admitted.headers().firstValue("Retry-After")).isEmpty();
  }

  @Test
  void aFormFieldIsAKeyAndReachesTheApplication() {
    for (int n = 0; n < 5; n++) {
      assertThat(http().post("/form", "name=ann+b").body()).isEqualTo("ann b");
    }
    assertThat(http().post("/form", "name=ann+b").statusCode()).isEqualTo(429);
    assertThat(http().post("/echo", "name=ann+b").statusCode()).isEqualTo(429);
    assertThat(http().post("/echo", "name=bob").body()).isEqualTo("name=bob");
  }

  @ParameterizedTest
  @FieldSource("PAGES")
  void aDispatchedRequestCountsOnce(String page) {
    int expectedStatus = limited.baseline().status(page);
    assertThat(http().statuses(5, page, "X-Dispatch", page))
        .containsExactly(expectedStatus, expectedStatus, expectedStatus, 429, 429);
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-Roomy", "X-Silent"})
  void admittedResponsesAreTheSameToTheByte(String rule) {
    var responses = Baseline.responses(http(), PAGES, rule, "any");
    var bare = new HashMap<>(limited.baseline().responses());
    // The container decides whether the failure or the timeout comes first.
    responses.remove("/async/then-boom");
    bare.remove("/async/then-boom");
    assertThat(responses).containsExactlyInAnyOrderEntriesOf(bare);
    boolean fields = http().get("/hello", rule, "any").headers().map().containsKey("ratelimit");
    assertThat(fields).isEqualTo(rule.equals("X-Roomy"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/slow",
        "/boom",
        "/async/complete",
        "/async/dispatch",
        "/async/to-boom",
        "/async/then-boom",
        "/async/timeout"
      })
  void aSlotIsHeldUntilTheResponseEnds(String page) {
    int expectedStatus = limited.baseline().status(page);
    List<CompletableFuture<HttpResponse<String>>> calls =
        IntStream.range(0, 5)
            .mapToObj(n -> http().getAsync(page + "?held", "X-Slot", page))
            .toList();
    assertThat(Await.within(TIMEOUT, () -> done(calls) >= 3)).isTrue();
    assertThat(http().status("/release?count=2")).isEqualTo(200);
    List<Integer> statuses = calls.stream().map(call -> call.join().statusCode()).toList();
    assertThat(Collections.frequency(statuses, 429)).isEqualTo(3);
    assertThat(Collections.frequency(statuses, expectedStatus)).isEqualTo(2);
    expectAllSlotsFree(page);
  }

  @Test
  void aDisconnectedClientReleasesItsSlot() {
    for (int n = 0; n < 3; n++) {
      http().sendRawAndDisconnect("GET /async/stream HTTP/1.1", "Host: localhost", "X-Slot: gone");
      expectAllSlotsFree("gone");
    }
  }

  @Test
  void keysMatchWhatTheApplicationReads() {
    KeyAgreementCheck.expectSameKeys(http(), KeyAgreementCheck.ALL);
  }

  private Http http() {
    return limited.app().http();
  }

  private int handlerCalls() {
    return Integer.parseInt(http().get("/handled").body());
  }

  /** This request holds a slot itself, so one of two is left. */
  private void expectAllSlotsFree(String who) {
    assertThat(Await.within(TIMEOUT, () -> slotsLeft(who) == 1)).as("slots of " + who).isTrue();
  }

  private int slotsLeft(String who) {
    return Integer.parseInt(field(http().get("/hello", "X-Slot", who), "RateLimit-Remaining"));
  }

  private static long done(List<CompletableFuture<HttpResponse<String>>> calls) {
    return calls.stream().filter(CompletableFuture::isDone).count();
  }

  private static String field(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("(no " + name + ")");
  }
}
