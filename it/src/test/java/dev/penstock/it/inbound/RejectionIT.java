package dev.penstock.it.inbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A rejection as a client sees it: status, headers and body. */
@ParameterizedClass
@MethodSource("apps")
record RejectionIT(RunningApp app) {
  /* Token buckets that refill once in hours have no window that could end during a test. */
  private static final String RULES =
      """
      version: 1
      inbound:
        hello:
          match: /hello
          rate: 2/day
          algorithm: token-bucket
        orders:
          match: /api/orders
          rate: 2/day
          algorithm: token-bucket
        responses:
          match: /api/responses
          rate: 5/day
          algorithm: token-bucket
        narrow:
          match: /api/twice
          rate: 1/day
          algorithm: token-bucket
        wide:
          match: /api/twice
          rate: 10/week
          algorithm: token-bucket
        posts:
          match: POST /plain
          rate: 1/day
          algorithm: token-bucket
        forms:
          match: POST /form
          rate: 1/day
          algorithm: token-bucket
        head:
          match: /api/head
          rate: 1/day
          algorithm: token-bucket
        cors:
          match: /api/cors
          rate: 1/day
          algorithm: token-bucket
        soon:
          match: /api/soon
          rate: 1/3s
          algorithm: token-bucket
        free:
          match: /api/free/**
          rate: 1/day
      exempt: [/api/free/health]
      """;

  static Stream<RunningApp> apps() {
    return TestTarget.all().map(target -> Launch.on(target).rules(RULES).start());
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(RunningApp app) {
    app.stop();
    app.expectNoUnexpectedOutput();
  }

  @Test
  void theThirdRequestIsRejectedWithAllHeaders() {
    assertThat(app.http().statuses(4, "/hello")).containsExactly(200, 200, 429, 429);
    HttpResponse<String> rejected = app.http().get("/hello");
    assertThat(field(rejected, "RateLimit-Policy")).isEqualTo("\"hello\";q=2;w=86400");
    assertThat(field(rejected, "RateLimit")).matches("\"hello\";r=0;t=\\d+");
    assertThat(field(rejected, "RateLimit-Limit")).isEqualTo("2");
    assertThat(field(rejected, "RateLimit-Remaining")).isEqualTo("0");
    assertThat(field(rejected, "RateLimit-Reset")).matches("\\d+");
    assertThat(Long.parseLong(field(rejected, "Retry-After"))).isBetween(43_000L, 43_200L);
    assertThat(field(rejected, "Content-Type")).startsWith("application/problem+json");
    assertThat(rejected.body())
        .contains("\"type\":\"https://iana.org/assignments/http-problem-types#quota-exceeded\"")
        .contains("\"title\":\"")
        .contains("\"status\":429")
        .contains("\"detail\":\"")
        .containsPattern("\"violated-policies\":\\[\"hello\"\\]")
        .contains("\"retry_after\":" + field(rejected, "Retry-After"));
    assertThat(rejected.body().getBytes(UTF_8))
        .hasSize(Integer.parseInt(field(rejected, "Content-Length")));
  }

  @Test
  void admittedResponsesShowTheRemainingBudget() {
    HttpResponse<String> admitted = app.http().get("/api/responses");
    assertThat(admitted.statusCode()).isEqualTo(200);
    assertThat(admitted.body()).isEqualTo("GET /api/responses\n");
    assertThat(field(admitted, "RateLimit-Policy")).isEqualTo("\"responses\";q=5;w=86400");
    assertThat(field(admitted, "RateLimit")).matches("\"responses\";r=4;t=\\d+");
    assertThat(field(admitted, "RateLimit-Limit")).isEqualTo("5");
    assertThat(field(admitted, "RateLimit-Remaining")).isEqualTo("4");
    assertThat(admitted.headers().firstValue("Retry-After")).isEmpty();
  }

  @Test
  void theHandlerDoesNotRunForRejectedRequests() {
    long before = apiCalls();
    assertThat(app.http().statuses(5, "/api/orders")).containsExactly(200, 200, 429, 429, 429);
    assertThat(apiCalls() - before).isEqualTo(2);
  }

  @Test
  void allPoliciesAreListedAndTheViolatedOneIsNamed() {
    HttpResponse<String> first = app.http().get("/api/twice");
    assertThat(field(first, "RateLimit-Policy"))
        .contains("\"narrow\";q=1;w=86400", "\"wide\";q=10;w=604800");
    HttpResponse<String> second = app.http().get("/api/twice");
    assertThat(second.statusCode()).isEqualTo(429);
    assertThat(second.body()).contains("\"violated-policies\":[\"narrow\"]");
    // The wide limit is not charged for the request that the narrow limit rejects.
    assertThat(field(second, "RateLimit")).contains("\"narrow\";r=0", "\"wide\";r=9");
  }

  @Test
  void otherMethodsAreNotLimited() {
    assertThat(app.http().post("/plain", "").statusCode()).isEqualTo(200);
    assertThat(app.http().post("/plain", "").statusCode()).isEqualTo(429);
    assertThat(app.http().statuses(3, "/plain")).containsOnly(200);
  }

  @Test
  void exemptRequestsAreNeverRejected() {
    assertThat(app.http().statuses(2, "/api/free/x")).containsExactly(200, 429);
    assertThat(app.http().statuses(3, "/api/free/health")).containsOnly(200);
  }

  @Test
  void aClientThatWaitsForRetryAfterIsAdmitted() {
    assertThat(app.http().status("/api/soon")).isEqualTo(200);
    HttpResponse<String> rejected = app.http().get("/api/soon");
    assertThat(rejected.statusCode()).isEqualTo(429);
    Duration retryAfter = Duration.ofSeconds(Long.parseLong(field(rejected, "Retry-After")));
    assertThat(retryAfter).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(3));
    long start = System.nanoTime();
    Await.within(
        retryAfter.plusSeconds(1), () -> System.nanoTime() - start >= retryAfter.toNanos());
    assertThat(app.http().status("/api/soon")).isEqualTo(200);
  }

  @Test
  void aRejectionOfHeadHasNoBody() {
    assertThat(app.http().head("/api/head").statusCode()).isEqualTo(200);
    HttpResponse<String> rejected = app.http().head("/api/head");
    assertThat(rejected.statusCode()).isEqualTo(429);
    assertThat(rejected.body()).isEmpty();
    assertThat(field(rejected, "Retry-After")).matches("\\d+");
  }

  @Test
  void theConnectionIsUsableAfterARejectedBody() {
    String form = "name=" + "x".repeat(300_000);
    assertThat(app.http().post("/form", form).body()).hasSize(300_001);
    for (int n = 0; n < 3; n++) {
      assertThat(app.http().post("/form", form).statusCode()).isEqualTo(429);
      assertThat(app.http().status("/count")).isEqualTo(200);
    }
  }

  @Test
  void preflightsAreNeitherCountedNorRejected() {
    assertThat(app.http().preflight("/api/cors").statusCode()).isEqualTo(200);
    assertThat(app.http().statuses(2, "/api/cors")).containsExactly(200, 429);
    assertThat(app.http().preflight("/api/cors").statusCode()).isEqualTo(200);
  }

  @Test
  void responsesWithoutAMatchingRuleCarryNoHeaders() {
    HttpResponse<String> unlimited = app.http().get("/count");
    assertThat(unlimited.headers().map().keySet())
        .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("ratelimit"));
  }

  private long apiCalls() {
    return Long.parseLong(app.http().get("/count").body().strip());
  }

  private static String field(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("(no " + name + ")");
  }
}
