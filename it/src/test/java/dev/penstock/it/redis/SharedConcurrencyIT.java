package dev.penstock.it.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AppCluster;
import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RedisNamespace;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.testredis.RedisServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Several JVMs share a concurrency limit of N: at most N requests are in flight, and all slots
 * return.
 */
class SharedConcurrencyIT {
  private static final int JVMS = 3;
  private static final int SLOTS = 10;
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  /** Redis keeps slots for 15 s after the last renewal. A busy machine needs more. */
  private static final Duration SLOT_EXPIRY_TIMEOUT = Duration.ofSeconds(45);

  private static final String RULES =
      """
      version: 1
      inbound:
        slots:
          match: [/wait/**, /api/slots]
          key: header.X-User
          concurrency: 10
      """;

  private static RedisServer server;
  private static RedisNamespace redis;
  private static AppCluster jvms;

  @BeforeAll
  static void start() {
    server = RedisServer.start();
    redis = RedisNamespace.on(server);
    jvms = AppCluster.start(JVMS, AppCluster.target(), rules());
  }

  private static String rules() {
    return RULES + redis.store("exact", JVMS);
  }

  @AfterAll
  static void everyDecisionCameFromRedis() {
    jvms.expectDecidedByRedisAlone();
    jvms.expectNoUnexpectedOutput();
    assertThat(redis.ttlsMillis().values()).allMatch(ttl -> ttl > 0);
    jvms.close();
    redis.clear();
    server.close();
  }

  @Test
  void concurrencyIsSharedAndAllSlotsAreReleased() {
    for (int round = 1; round <= 2; round++) {
      var calls = calls(3 * SLOTS, "ann");
      assertThat(Await.within(TIMEOUT, () -> done(calls).size() == 2 * SLOTS)).isTrue();
      assertThat(done(calls)).extracting(HttpResponse::statusCode).containsOnly(429);
      release(calls);
      List<Integer> statuses = calls.stream().map(call -> call.join().statusCode()).toList();
      assertThat(Collections.frequency(statuses, 200)).as("round %d", round).isEqualTo(SLOTS);
      awaitSlotsLeft(SLOTS - 1, "ann", TIMEOUT);
    }
  }

  @Test
  void allSlotsAreReleasedAfterConcurrentRequests() {
    assertThat(jvms.admitted(600, "/api/slots", "X-User", "bob")).isPositive();
    awaitSlotsLeft(SLOTS - 1, "bob", TIMEOUT);
  }

  @Test
  void slotsOfAKilledJvmAreReleased() {
    try (var doomed = Launch.on(AppCluster.target()).rules(rules()).start()) {
      var calls =
          IntStream.range(0, 4)
              .mapToObj(n -> doomed.http().getAsync("/wait/async", "X-User", "cleo"))
              .toList();
      awaitSlotsLeft(SLOTS - 5, "cleo", TIMEOUT);
      doomed.kill();
      assertThat(calls).allSatisfy(call -> assertThat(call).failsWithin(TIMEOUT));
      assertThat(slotsLeft(jvms.next(), "cleo")).isEqualTo(SLOTS - 5);
      awaitSlotsLeft(SLOTS - 1, "cleo", SLOT_EXPIRY_TIMEOUT);
    }
  }

  /** Calls that last until they are released, spread over all JVMs. */
  private static List<CompletableFuture<HttpResponse<String>>> calls(int count, String user) {
    return IntStream.range(0, count)
        .mapToObj(n -> jvms.app(n % JVMS).http().getAsync("/wait/async", "X-User", user))
        .toList();
  }

  private static void release(List<CompletableFuture<HttpResponse<String>>> calls) {
    // Collects the calls first, because a release ends any waiting call of its JVM.
    int[] waiting = IntStream.range(0, calls.size()).filter(n -> !calls.get(n).isDone()).toArray();
    for (int n : waiting) {
      assertThat(jvms.app(n % JVMS).http().status("/release?count=1")).isEqualTo(200);
    }
  }

  private static List<HttpResponse<String>> done(
      List<CompletableFuture<HttpResponse<String>>> calls) {
    return calls.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join).toList();
  }

  /** The request itself holds a slot. */
  private static void awaitSlotsLeft(int count, String user, Duration timeout) {
    for (RunningApp app : jvms.apps()) {
      assertThat(Await.within(timeout, () -> slotsLeft(app.http(), user) == count))
          .as("slots of " + user)
          .isTrue();
    }
  }

  private static int slotsLeft(Http http, String user) {
    var response = http.get("/api/slots", "X-User", user);
    return Integer.parseInt(response.headers().firstValue("RateLimit-Remaining").orElseThrow());
  }
}
