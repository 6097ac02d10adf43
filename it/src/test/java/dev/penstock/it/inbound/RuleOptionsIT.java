package dev.penstock.it.inbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Options of rules other than the rate, as a client sees them. */
@ParameterizedClass
@MethodSource("apps")
record RuleOptionsIT(RunningApp app) {
  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final String USER = "X-User";
  private static final String PAGE = "https://shop.example";

  private static final String RULES =
      """
      version: 1
      inbound:
        several:
          match: /api/several
          limits:
            - { key: header.X-User, rate: 3/week, algorithm: fixed-window }
            - { rate: 5/week, algorithm: fixed-window }
        shadowed: { match: /api/shadowed, rate: 1/week, mode: shadow }
        half: { match: /api/half, key: header.X-User, rate: 1/week, enforce: 50% }
        planned:
          match: /api/planned
          key: header.X-API-Key
          rate: { free: 1/week, pro: 3/week }
          algorithm: fixed-window
        priced:
          match: [GET /api/priced, { methods: POST, path: /api/priced, cost: 4 }]
          rate: 5/week
          algorithm: fixed-window
        text: { match: /api/text, rate: 1/week, response: { status: 503, body: text } }
        template:
          match: /api/template
          rate: 1/week
          response: { body: { template: "<p>{rule} {status}</p>", type: text/html } }
        quiet: { match: /api/quiet, rate: 1/week, response: { disclose: false } }
        old-fashioned: { match: /api/x, rate: 1/week, response: { fields: x, body: none } }
        cors: { match: /api/cors, rate: 1/week, response: { cors: ["https://shop.example"] } }
        denied: { match: /api/denied, key: header.X-User, on-missing-key: deny, rate: 1/week }
        by-token: { match: /api/token, key: jwt.sub, rate: 1/week }
        by-address: { match: /api/forwarded, key: ip, rate: 1/week }
      plans: { from: header.X-API-Key, table: plans.csv, default: free }
      shed: { capacity: 5, low: /api/low, critical: [/api/critical, /release, /waiting] }
      client-ip: { trusted-proxies: [127.0.0.1], header: Forwarded }
      """;

  static Stream<RunningApp> apps() {
    return TestTarget.one()
        .map(target -> Launch.on(target).rules(RULES).file("plans.csv", "k-pro,pro\n").start());
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(RunningApp app) {
    app.stop();
    assertThat(app.agentLines())
        .as(String.join("\n", app.stderr()))
        .allMatch(
            line ->
                line.contains("enforcing 13 rules")
                    || line.contains("`jwt.sub` is read from a token")
                    || line.contains("reloaded ")
                    || line.contains("the comparison starts again")
                    || line.contains("shadow: of "));
    assertThat(app.stdout()).hasSize(1);
  }

  @Test
  void severalLimitsAreAllChargedOrNone() {
    assertThat(app.http().statuses(6, "/api/several", USER, "ann"))
        .containsExactly(200, 200, 200, 429, 429, 429);
    assertThat(app.http().statuses(3, "/api/several", USER, "bob")).containsExactly(200, 200, 429);
    HttpResponse<String> rejected = app.http().get("/api/several", USER, "bob");
    assertThat(rejected.body()).contains("\"violated-policies\":[\"several-2\"]");
    assertThat(field(rejected, "RateLimit")).contains("\"several-1\";r=1;", "\"several-2\";r=0;");
  }

  @Test
  void aShadowRuleChangesNoResponse() {
    for (int n = 0; n < 3; n++) {
      HttpResponse<String> response = app.http().get("/api/shadowed");
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(rateFields(response)).isEmpty();
    }
  }

  @Test
  void enforceSelectsAStableShareOfKeys() {
    List<String> users = IntStream.range(0, 60).mapToObj(n -> "user" + n).toList();
    assertThat(users).allMatch(user -> app.http().status("/api/half", USER, user) == 200);
    List<String> rejected = users.stream().filter(this::isRejectedByHalf).toList();
    // Half of 60 keys: fewer than 8 or more than 52 happens once in a billion runs.
    assertThat(rejected).hasSizeBetween(8, 52);
    assertThat(users.stream().filter(this::isRejectedByHalf)).isEqualTo(rejected);
  }

  private boolean isRejectedByHalf(String user) {
    return app.http().status("/api/half", USER, user) == 429;
  }

  @Test
  void aPlanSelectsTheRateAndAChangedTableTakesEffect() throws IOException {
    String key = "X-API-Key";
    assertThat(app.http().statuses(4, "/api/planned", key, "k-pro"))
        .containsExactly(200, 200, 200, 429);
    assertThat(app.http().statuses(2, "/api/planned", key, "k-new")).containsExactly(200, 429);
    assertThat(app.http().statuses(2, "/api/planned")).containsExactly(200, 429);
    Files.writeString(app.folder().resolve("plans.csv"), "key,plan\nk-pro,pro\nk-new,pro\n");
    app.awaitStderr("reloaded ");
    assertThat(field(app.http().get("/api/planned", key, "k-new"), "RateLimit-Limit"))
        .isEqualTo("3");
    assertThat(app.http().status("/api/planned", key, "k-pro")).isEqualTo(429);
  }

  @Test
  void aMatchCanHaveItsOwnCost() {
    assertThat(field(app.http().post("/api/priced", ""), "RateLimit-Remaining")).isEqualTo("1");
    assertThat(app.http().post("/api/priced", "").statusCode()).isEqualTo(429);
    assertThat(app.http().statuses(2, "/api/priced")).containsExactly(200, 429);
  }

  @Test
  void theResponseFollowsTheRule() {
    HttpResponse<String> text = secondResponse("/api/text");
    assertThat(text.statusCode()).isEqualTo(503);
    assertThat(text.body()).matches("The limit is reached. Try again in \\d+ seconds.\n");
    assertThat(field(text, "Content-Type")).isEqualTo("text/plain;charset=UTF-8");
    HttpResponse<String> template = secondResponse("/api/template");
    assertThat(template.statusCode()).isEqualTo(429);
    assertThat(template.body()).isEqualTo("<p>template 429</p>");
    assertThat(field(template, "Content-Type")).startsWith("text/html");
    HttpResponse<String> quiet = secondResponse("/api/quiet");
    assertThat(rateFields(quiet)).isEmpty();
    assertThat(field(quiet, "Retry-After")).matches("\\d+");
    assertThat(quiet.body()).doesNotContain("quiet");
    HttpResponse<String> old = secondResponse("/api/x");
    assertThat(old.body()).isEmpty();
    assertThat(rateFields(old)).isEmpty();
    assertThat(field(old, "X-RateLimit-Limit")).isEqualTo("1");
    assertThat(field(old, "X-RateLimit-Bucket")).isEqualTo("old-fashioned");
    assertThat(Long.parseLong(field(old, "X-RateLimit-Reset")))
        .isGreaterThan(Instant.now().getEpochSecond());
  }

  @Test
  void corsOriginsMayReadARejection() {
    assertThat(app.http().status("/api/cors", "Origin", PAGE)).isEqualTo(200);
    HttpResponse<String> known = app.http().get("/api/cors", "Origin", PAGE);
    assertThat(known.statusCode()).isEqualTo(429);
    assertThat(field(known, "Access-Control-Allow-Origin")).isEqualTo(PAGE);
    assertThat(field(known, "Access-Control-Expose-Headers")).contains("Retry-After");
    HttpResponse<String> strange = app.http().get("/api/cors", "Origin", "https://evil.example");
    assertThat(strange.statusCode()).isEqualTo(429);
    assertThat(strange.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
  }

  @Test
  void requestsWithoutAKeyCanBeDenied() {
    HttpResponse<String> denied = app.http().get("/api/denied");
    assertThat(denied.statusCode()).isEqualTo(429);
    assertThat(denied.headers().firstValue("Retry-After")).isEmpty();
    assertThat(app.http().status("/api/denied", USER, "ann")).isEqualTo(200);
  }

  @Test
  void aTokenClaimIsAKey() {
    assertThat(app.http().statuses(2, "/api/token", "Authorization", token("ann", 1)))
        .containsExactly(200, 429);
    assertThat(app.http().status("/api/token", "Authorization", token("ann", 2))).isEqualTo(429);
    assertThat(app.http().status("/api/token", "Authorization", token("bob", 1))).isEqualTo(200);
    // Without a valid token, the address is the key.
    assertThat(app.http().status("/api/token")).isEqualTo(200);
    assertThat(app.http().status("/api/token", "Authorization", "Bearer ann")).isEqualTo(429);
    assertThat(app.http().status("/api/token", "Authorization", "Bearer a.b.c")).isEqualTo(429);
  }

  @Test
  void forwardedAddressesAreReadFromTheRight() {
    assertThat(forwarded("for=198.51.100.1")).isEqualTo(200);
    for (String same :
        List.of(
            "for=198.51.100.1",
            "For=\"198.51.100.1:4711\";proto=https;by=10.0.0.1",
            "for=203.0.113.9, for=198.51.100.1",
            "for=\"203.0.113.9, for=198.51.100.1",
            "proto=http;for=203.0.113.9,by=10.0.0.1;FOR=198.51.100.1",
            "for=198.51.100.1, for=127.0.0.1")) {
      assertThat(forwarded(same)).as(same).isEqualTo(429);
    }
    assertThat(app.http().status("/api/forwarded")).isEqualTo(200);
    for (String unusable : List.of("for=unknown", "for=_hidden", "for=", "by=1.2.3.4", ",", "\"")) {
      assertThat(forwarded(unusable)).as(unusable).isEqualTo(429);
    }
    // This header is not configured, so it is ignored.
    assertThat(app.http().status("/api/forwarded", "X-Forwarded-For", "192.0.2.1")).isEqualTo(429);
    assertThat(forwarded("for=\"[2001:db8::1]:80\"")).isEqualTo(200);
    assertThat(forwarded("for=\"[2001:DB8:0:0::2]\"")).isEqualTo(429);
    assertThat(forwarded("for=192.0.2.1")).isEqualTo(200);
  }

  private int forwarded(String value) {
    return app.http().status("/api/forwarded", "Forwarded", value);
  }

  @Test
  void underLoadLowPriorityRequestsAreShedFirst() {
    List<CompletableFuture<HttpResponse<String>>> inFlight = new ArrayList<>();
    IntStream.range(0, 4).forEach(n -> inFlight.add(held("/wait/plain", n + 1)));
    HttpResponse<String> shed = app.http().get("/api/low");
    assertThat(shed.statusCode()).isEqualTo(503);
    assertThat(shed.body()).contains("#temporary-reduced-capacity", "\"status\":503");
    expectInTime("/hello", 200);
    inFlight.add(held("/wait/async", 5));
    assertThat(app.http().status("/hello")).isEqualTo(503);
    assertThat(app.http().statuses(3, "/api/critical")).containsOnly(200);
    assertThat(app.http().status("/release?count=5")).isEqualTo(200);
    inFlight.forEach(call -> assertThat(call.join().statusCode()).isEqualTo(200));
    expectInTime("/api/low", 200);
  }

  /**
   * A request that is in flight when this method returns. A shed request is sent again, because a
   * previous request can be counted for a moment after its client has the response.
   */
  private CompletableFuture<HttpResponse<String>> held(String path, int waiting) {
    var calls = new ArrayDeque<>(List.of(app.http().getAsync(path)));
    BooleanSupplier isHeld =
        () -> {
          if (calls.getLast().isDone()) {
            calls.add(app.http().getAsync(path));
          }
          return app.http().get("/waiting").body().equals(Integer.toString(waiting));
        };
    assertThat(Await.within(TIMEOUT, isHeld)).as("%d requests in flight", waiting).isTrue();
    return calls.getLast();
  }

  private void expectInTime(String path, int status) {
    assertThat(Await.within(TIMEOUT, () -> app.http().status(path) == status)).as(path).isTrue();
  }

  private HttpResponse<String> secondResponse(String path) {
    assertThat(app.http().status(path)).isEqualTo(200);
    return app.http().get(path);
  }

  /** An unsigned token. Penstock reads the claim without verifying the signature. */
  private static String token(String subject, int number) {
    String claims = "{\"jti\":" + number + ",\"sub\":\"" + subject + "\"}";
    return "Bearer " + base64("{\"alg\":\"none\"}") + "." + base64(claims) + ".";
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
  }

  private static List<String> rateFields(HttpResponse<?> response) {
    return response.headers().map().keySet().stream()
        .filter(name -> name.toLowerCase(Locale.ROOT).startsWith("ratelimit"))
        .toList();
  }

  private static String field(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("(no " + name + ")");
  }
}
