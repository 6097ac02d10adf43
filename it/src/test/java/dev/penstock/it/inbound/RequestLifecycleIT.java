package dev.penstock.it.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Concurrency, counting by status, and pacing: rules that depend on the start or the end of a
 * request.
 */
@ParameterizedClass
@MethodSource("apps")
record RequestLifecycleIT(RunningApp app) {
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private static final String RULES =
      """
      version: 1
      inbound:
        slots:
          match: [/wait/**, /async/complete, /api/slots]
          key: header.X-Test
          concurrency: 2
        failures:
          match: [/wait/**, /fails, /error, /async/complete]
          key: header.X-Count
          on-missing-key: skip
          rate: 2/week
          count: { status: 5xx, reset-on: 2xx }
        login:
          match: POST /login
          key: form.username
          rate: 5/week
          algorithm: fixed-window
          count: { status: [401, 403], reset-on: 2xx }
        paced:
          match: /api/paced
          rate: 5/s
          algorithm: leaky-bucket
          wait: 10s
          queue: 4
        queue:
          match: /api/queue
          rate: 1/2s
          algorithm: leaky-bucket
          wait: 10s
          queue: 1
        crowd:
          match: /api/crowd
          key: header.X-Crowd
          rate: 1/10s
          algorithm: leaky-bucket
          wait: 10s
      """;

  static Stream<RunningApp> apps() {
    return TestTarget.all()
        .map(target -> Launch.on(target).rules(RULES).jvm("-Ddemo.threads=20").start());
  }

  /** Tomcat logs the exceptions of its servlets to stderr. The agent logs nothing more. */
  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(RunningApp app) {
    app.stop();
    assertThat(app.agentLines()).as(String.join("\n", app.stderr())).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "plain, 200",
    "failing, 500",
    "async, 200",
    "async-to-failure, 500",
    "async-then-failing, 500",
    "forgotten, 500"
  })
  void aSlotIsHeldUntilTheResponseEnds(String way, int expectedStatus) {
    for (int round = 1; round <= 2; round++) {
      var calls = later(6, "/wait/" + way, way);
      assertThat(Await.within(TIMEOUT, () -> done(calls).size() >= 4)).isTrue();
      for (HttpResponse<String> rejected : done(calls)) {
        assertThat(rejected.statusCode()).as("round %d", round).isEqualTo(429);
        assertThat(rejected.headers().firstValue("Retry-After")).isEmpty();
        assertThat(rejected.body()).contains("\"violated-policies\":[\"slots\"]");
      }
      release(2);
      List<Integer> statuses = calls.stream().map(call -> call.join().statusCode()).toList();
      assertThat(Collections.frequency(statuses, 429)).isEqualTo(4);
      assertThat(Collections.frequency(statuses, expectedStatus)).isEqualTo(2);
      expectAllSlotsFree(way);
    }
  }

  @Test
  void aDisconnectedClientReleasesItsSlot() {
    for (int n = 0; n < 3; n++) {
      app.http()
          .sendRawAndDisconnect("GET /wait/stream HTTP/1.1", "Host: localhost", "X-Test: gone");
      expectAllSlotsFree("gone");
    }
  }

  @Test
  void onlyTheEndOfARequestReleasesItsSlot() {
    var first = app.http().getAsync("/wait/async", "X-Test", "one");
    assertThat(Await.within(TIMEOUT, () -> slotsLeft("one") == 0)).isTrue();
    assertThat(app.http().statuses(3, "/api/slots", "X-Test", "one")).containsOnly(200);
    assertThat(slotsLeft("one")).isZero();
    assertThat(slotsLeft("other")).isOne();
    release(1);
    assertThat(first.join().statusCode()).isEqualTo(200);
    expectAllSlotsFree("one");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/error",
        "/fails",
        "/wait/failing",
        "/wait/async-to-failure",
        "/wait/async-then-failing",
        "/wait/forgotten"
      })
  void failuresCountHoweverTheyEnd(String page) {
    release(page.startsWith("/wait/") ? 2 : 0);
    for (int n = 0; n < 2; n++) {
      assertThat(app.http().status(page, "X-Count", page)).isEqualTo(500);
      // The container may report the end of a request after the client has the response.
      expectAllSlotsFree("");
    }
    assertThat(app.http().status(page, "X-Count", page)).isEqualTo(429);
  }

  @Test
  void successfulAsynchronousRequestsDoNotCount() {
    for (int n = 0; n < 5; n++) {
      assertThat(app.http().status("/async/complete", "X-Count", "late")).isEqualTo(200);
      expectAllSlotsFree("");
    }
    assertThat(app.http().statuses(3, "/error", "X-Count", "late")).containsExactly(500, 500, 429);
  }

  @Test
  void onlyFailedLoginsCount() {
    assertThat(logins(8, "ann", "right")).containsOnly(200);
    assertThat(logins(4, "ann", "wrong")).containsOnly(401);
    assertThat(logins(1, "ann", "right")).containsOnly(200);
    assertThat(logins(7, "ann", "wrong")).containsExactly(401, 401, 401, 401, 401, 429, 429);
    assertThat(logins(1, "ann", "right")).containsOnly(429);
    assertThat(logins(1, "bob", "right")).containsOnly(200);
  }

  @Test
  void onlyFiveOfFiftyConcurrentGuessesReachTheApplication() {
    List<Integer> statuses = Http.concurrently(50, 25, () -> logins(1, "zoe", "wrong").get(0));
    assertThat(Collections.frequency(statuses, 401)).isEqualTo(5);
    assertThat(Collections.frequency(statuses, 429)).isEqualTo(45);
  }

  @Test
  void concurrentRequestsArePaced() {
    long start = System.nanoTime();
    assertThat(app.http().concurrentStatuses(5, 5, "/api/paced")).containsOnly(200);
    assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(700));
  }

  @Test
  void aFullQueueRejectsAtOnce() {
    assertThat(app.http().status("/api/queue")).isEqualTo(200);
    var calls = IntStream.range(0, 3).mapToObj(n -> app.http().getAsync("/api/queue")).toList();
    assertThat(Await.within(TIMEOUT, () -> done(calls).size() >= 2)).isTrue();
    assertThat(done(calls)).extracting(HttpResponse::statusCode).containsOnly(429);
    List<Integer> statuses = calls.stream().map(call -> call.join().statusCode()).toList();
    assertThat(statuses).containsOnlyOnce(200);
  }

  /** The server has 20 threads. Each of the 45 clients would be held for 10 s on one of them. */
  @Test
  void heldRequestsLeaveThreadsForOthers() {
    for (int client = 0; client < 45; client++) {
      assertThat(app.http().status("/api/crowd", "X-Crowd", "c" + client)).isEqualTo(200);
    }
    var calls =
        IntStream.range(0, 45)
            .mapToObj(client -> app.http().getAsync("/api/crowd", "X-Crowd", "c" + client))
            .toList();
    assertThat(Await.within(TIMEOUT, () -> done(calls).size() >= 35)).isTrue();
    assertThat(app.http().status("/api/free")).isEqualTo(200);
    assertThat(done(calls)).as("completed while ten are held").hasSize(35);
    for (HttpResponse<String> rejected : done(calls)) {
      assertThat(rejected.statusCode()).isEqualTo(429);
      assertThat(rejected.headers().firstValue("Retry-After")).isPresent();
    }
    List<Integer> statuses = calls.stream().map(call -> call.join().statusCode()).toList();
    assertThat(Collections.frequency(statuses, 200)).isEqualTo(10);
  }

  private List<CompletableFuture<HttpResponse<String>>> later(int count, String path, String who) {
    return IntStream.range(0, count)
        .mapToObj(n -> app.http().getAsync(path, "X-Test", who))
        .toList();
  }

  private static List<HttpResponse<String>> done(
      List<CompletableFuture<HttpResponse<String>>> calls) {
    return calls.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join).toList();
  }

  private void release(int count) {
    assertThat(app.http().status("/release?count=" + count)).isEqualTo(200);
  }

  private List<Integer> logins(int count, String name, String password) {
    String form = "username=" + name + "&password=" + password;
    return IntStream.range(0, count)
        .mapToObj(n -> app.http().post("/login", form).statusCode())
        .toList();
  }

  /** This request holds a slot itself, so one of two is left. */
  private void expectAllSlotsFree(String who) {
    assertThat(Await.within(TIMEOUT, () -> slotsLeft(who) == 1)).as("slots of " + who).isTrue();
  }

  private int slotsLeft(String who) {
    var response = app.http().get("/api/slots", "X-Test", who);
    return Integer.parseInt(response.headers().firstValue("RateLimit-Remaining").orElseThrow());
  }
}
