package dev.penstock.it.harness.inbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.ResponseChecks;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.apps.TestApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;

/** Tests for applications on event loops, whose threads Penstock must not block. */
public abstract class EventLoopContract {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final String TEXT = "a\r\n\0 水門 " + "y".repeat(70_000);

  /** Servers that notice that a client has disconnected when the application responds. */
  private static final Set<TestApp> LATE_TO_NOTICE =
      Set.of(
          ServerTestApp.CORE_UNDERTOW, ServerTestApp.CORE_UNDERTOW_2_2, ServerTestApp.CORE_JETTY);

  protected final Trial trial;
  protected final Http http;

  protected EventLoopContract(Trial trial) {
    this.trial = trial;
    http = trial.app().http();
  }

  /** A running application with the rules. */
  public record Trial(TestTarget target, RunningApp app) implements AutoCloseable {
    public static Trial of(TestTarget target) {
      return of(target, EventLoopRules.RULES);
    }

    public static Trial of(TestTarget target, String rules) {
      // One loop for all connections: blocking it delays every other request.
      return new Trial(
          target, Launch.on(target).jvm("-Dreactor.netty.ioWorkerCount=1").rules(rules).start());
    }

    @Override
    public void close() {
      app.close();
    }

    @Override
    public String toString() {
      return target.toString();
    }
  }

  @AfterParameterizedClassInvocation
  public static void printsNothingUnexpected(Trial trial) {
    trial.app().stop();
    trial.app().expectNoUnexpectedOutput();
  }

  @Test
  void admitsTheLimitAndRunsNoHandlerBeyondIt() {
    int before = handlerCalls();
    assertThat(http.statuses(7, "/hello", "X-Exact", "one by one"))
        .containsExactly(200, 200, 200, 200, 200, 429, 429);
    assertThat(handlerCalls()).isEqualTo(before + 5);
  }

  @Test
  void admitsTheLimitOfConcurrentRequests() {
    int before = handlerCalls();
    List<Integer> statuses =
        Http.concurrently(40, 20, () -> http.status("/hello", "X-Exact", "in a crowd"));
    assertThat(Collections.frequency(statuses, 200)).isEqualTo(5);
    assertThat(Collections.frequency(statuses, 429)).isEqualTo(35);
    assertThat(handlerCalls()).isEqualTo(before + 5);
  }

  @Test
  void aRejectionHasAllHeadersAndAProblemBody() {
    var admitted = http.get("/hello", "X-Exact", "fields");
    assertThat(admitted.headers().firstValue("RateLimit")).get().asString().startsWith("\"exact\"");
    http.statuses(4, "/hello", "X-Exact", "fields");
    var rejected = http.get("/hello", "X-Exact", "fields");
    assertThat(rejected.statusCode()).isEqualTo(429);
    assertThat(rejected.headers().firstValueAsLong("Retry-After").orElse(0)).isPositive();
    assertThat(rejected.headers().firstValue("RateLimit-Policy"))
        .hasValue("\"exact\";q=5;w=604800");
    assertThat(rejected.headers().firstValue("RateLimit")).get().asString().contains(";r=0;t=");
    assertThat(rejected.headers().firstValue("RateLimit-Remaining")).hasValue("0");
    assertThat(rejected.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(rejected.headers().firstValueAsLong("Content-Length"))
        .hasValue(rejected.body().getBytes(UTF_8).length);
    assertThat(rejected.body()).contains("\"status\":429", "\"violated-policies\":[\"exact\"]");
    assertThat(http.sendRaw("HEAD /hello HTTP/1.1", "Host: localhost", "X-Exact: fields"))
        .startsWith("429 ")
        .endsWith("\r\n\r\n");
  }

  /** Regression: Reactor Netty lost a delayed request that followed a rejection. */
  @Test
  void aConnectionIsUsableAfterARejection() {
    http.statuses(5, "/hello", "X-Exact", "connection");
    for (int n = 0; n < 40; n++) {
      assertThat(http.status("/hello", "X-Exact", "connection")).isEqualTo(429);
      assertThat(http.status("/slow?ms=2")).isEqualTo(200);
    }
  }

  @Test
  void aConnectionIsUsableAfterARejectedBody() {
    for (int n = 0; n < 5; n++) {
      var echoed = http.postAsync("/echo", TEXT, "X-Body", "a").join();
      assertThat(echoed.body()).isEqualTo(TEXT);
    }
    for (int n = 0; n < 10; n++) {
      assertThat(http.postAsync("/echo", TEXT, "X-Body", "a").join().statusCode()).isEqualTo(429);
      assertThat(http.status("/slow?ms=2")).isEqualTo(200);
    }
  }

  @Test
  void pathsOfOneRouteShareAKey() {
    expectOneRoute("/orders/1", "/orders/2");
    expectOneRoute("/orders/1/items/1", "/orders/2/items/2");
  }

  /** Requests two paths of a route. The second one is rejected and its handler does not run. */
  protected final void expectOneRoute(String first, String second) {
    int before = handlerCalls();
    assertThat(http.status(first, "X-Route", "a")).as(first).isEqualTo(200);
    var rejected = http.get(second, "X-Route", "a");
    assertThat(rejected.statusCode()).as(second).isEqualTo(429);
    assertThat(rejected.body()).contains("\"violated-policies\":[\"routes\"]");
    assertThat(handlerCalls()).isEqualTo(before + 1);
    assertThat(http.status(second, "X-Route", "b")).as(second).isEqualTo(200);
  }

  @Test
  void admittedResponsesAreUnchanged() {
    try (var bare = Launch.on(trial.target()).withoutAgent().start()) {
      for (String page : List.of("/hello", "/bytes", "/orders/7", "/orders/a%20b/items/2")) {
        assertThat(http.get(page, "X-Both", page).body()).isEqualTo(bare.http().get(page).body());
      }
      assertThat(http.get("/bytes").headers().firstValue("ETag"))
          .isEqualTo(bare.http().get("/bytes").headers().firstValue("ETag"));
    }
    assertThat(http.post("/echo", "text/plain", BodyPublishers.ofString(TEXT)).body())
        .isEqualTo(TEXT);
  }

  @Test
  void aDelayedResponseCountsOnce() {
    assertThat(http.statuses(3, "/slow?ms=20", "X-Slow", "a")).containsExactly(200, 200, 429);
  }

  @Test
  void aSlotIsHeldUntilTheResponseEnds() {
    for (int round = 0; round < 2; round++) {
      var calls =
          IntStream.range(0, 4)
              .mapToObj(n -> http.getAsync("/slow?ms=1500", "X-Slot", "complete"))
              .toList();
      List<Integer> statuses = calls.stream().map(call -> call.join().statusCode()).toList();
      assertThat(statuses).containsExactlyInAnyOrder(200, 429, 429, 429);
      awaitStatus(200, "/slow?ms=1", "X-Slot", "complete");
    }
  }

  @Test
  void anErrorReleasesTheSlot() {
    for (int round = 0; round < 3; round++) {
      awaitStatus(500, "/boom", "X-Slot", "error");
    }
  }

  @Test
  protected void aDisconnectedClientReleasesItsSlot() throws IOException {
    String page = "/slow?ms=" + abandonedMillis();
    String[] request = {"GET " + page + " HTTP/1.1", "Host: localhost", "X-Slot: gone"};
    try (var one = http.openRaw(request);
        var other = http.openRaw(request)) {
      // One of the two gets the slot; the other one gets a 429.
      assertThat(Await.within(TIMEOUT, () -> hasResponse(one) || hasResponse(other))).isTrue();
      assertThat(hasResponse(one)).isNotEqualTo(hasResponse(other));
    }
    awaitStatus(200, "/slow?ms=1", "X-Slot", "gone");
  }

  /** How long the application takes to respond to a client that has disconnected. */
  private long abandonedMillis() {
    return LATE_TO_NOTICE.contains(trial.target().app()) ? 2_000 : 60_000;
  }

  private static boolean hasResponse(Socket client) {
    try {
      return client.getInputStream().available() > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Retries, because a client can receive its response before the agent releases the call. */
  protected final void awaitStatus(int status, String path, String... headers) {
    assertThat(Await.within(TIMEOUT, () -> http.status(path, headers) == status))
        .as("%d for %s %s", status, path, List.of(headers))
        .isTrue();
  }

  @Test
  void countDependsOnTheFinalStatus() {
    for (int n = 0; n < 4; n++) {
      awaitStatus(200, "/hello", "X-Count", "a");
    }
    awaitStatus(500, "/boom", "X-Count", "a");
    awaitStatus(500, "/boom", "X-Count", "a");
    assertThat(http.statuses(2, "/boom", "X-Count", "a")).containsExactly(429, 429);
    assertThat(http.status("/hello", "X-Count", "a")).isEqualTo(429);
  }

  @Test
  void authenticatedUsersAreCountedByName() {
    int before = handlerCalls();
    assertThat(http.status("/me")).isEqualTo(401);
    assertThat(http.statuses(2, "/me", "Authorization", ResponseChecks.basicAuth("ann")))
        .containsExactly(200, 429);
    assertThat(http.get("/me", "Authorization", ResponseChecks.basicAuth("bob")).body())
        .isEqualTo("bob");
    assertThat(http.status("/me")).isEqualTo(401);
    assertThat(handlerCalls()).isEqualTo(before + 2);
  }

  @Test
  void aLateRejectionRefundsEarlierLimits() {
    assertThat(http.statuses(6, "/orders/1", "X-Both", "a"))
        .containsExactly(200, 429, 429, 429, 429, 429);
    var other = http.get("/bytes", "X-Both", "a");
    assertThat(other.statusCode()).isEqualTo(200);
    assertThat(other.headers().firstValue("RateLimit"))
        .get()
        .asString()
        .startsWith("\"early\";r=2;");
  }

  @Test
  void aPacedRequestDoesNotDelayOthers() {
    expectOtherRequestsServedMeanwhile(4, () -> http.getAsync("/hello", "X-Pace", "early"));
    expectOtherRequestsServedMeanwhile(3, () -> http.getAsync("/orders/1", "X-Pace-Late", "late"));
  }

  /** Sends requests of which all but the first have to wait, and expects others to be served. */
  protected final void expectOtherRequestsServedMeanwhile(
      int count, Supplier<CompletableFuture<HttpResponse<String>>> call) {
    int before = handlerCalls();
    var held = IntStream.range(0, count).mapToObj(n -> call.get()).toList();
    CompletableFuture.anyOf(held.toArray(CompletableFuture[]::new)).join();
    assertThat(handlerCalls()).as("handlers that have run").isEqualTo(before + 1);
    for (int n = 0; n < 20; n++) {
      assertThat(http.status("/bytes")).isEqualTo(200);
    }
    assertThat(held).anyMatch(each -> !each.isDone());
    assertThat(held).allSatisfy(each -> assertThat(each.join().statusCode()).isEqualTo(200));
    assertThat(handlerCalls()).isEqualTo(before + count);
  }

  @Test
  void aPacedRequestKeepsItsBody() {
    for (String pace : List.of("X-Pace", "X-Pace-Late")) {
      var held =
          IntStream.range(0, 3).mapToObj(n -> http.postAsync("/echo", TEXT, pace, "body")).toList();
      assertThat(held).allSatisfy(call -> assertThat(call.join().body()).isEqualTo(TEXT));
    }
  }

  @Test
  void aFullQueueRejectsRequests() {
    var calls =
        IntStream.range(0, 8).mapToObj(n -> http.getAsync("/hello", "X-Pace", "full")).toList();
    List<Integer> statuses = calls.stream().map(call -> call.join().statusCode()).toList();
    assertThat(Collections.frequency(statuses, 200)).isBetween(4, 6);
    assertThat(statuses).containsOnly(200, 429);
  }

  protected final int handlerCalls() {
    return Integer.parseInt(http.get("/handled").body());
  }
}
