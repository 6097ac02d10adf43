package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Of N places that several JVMs share, N are taken at once and no more, and all come back. */
class SharedPlacesIT {
  private static final int JVMS = 3;
  private static final int PLACES = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  /** Places are kept for 15 s after the last sign of life; a busy machine gets some more. */
  private static final Duration LAPSE_PATIENCE = Duration.ofSeconds(45);

  private static final String RULES =
      """
      version: 1
      inbound:
        places:
          match: [/wait/**, /api/places]
          key: header.X-User
          concurrency: 10
      """;

  private static RedisServer server;
  private static SharedRedis redis;
  private static Instances jvms;

  @BeforeAll
  static void start() {
    server = RedisServer.start();
    redis = SharedRedis.on(server);
    jvms = Instances.start(JVMS, Instances.stage(), rules());
  }

  private static String rules() {
    return RULES + redis.store("exact", JVMS);
  }

  @AfterAll
  static void allWasDecidedByRedis() {
    jvms.expectDecidedByRedisAlone();
    jvms.expectCalm();
    assertThat(redis.ttlsMillis().values()).allMatch(ttl -> ttl > 0);
    jvms.close();
    redis.clear();
    server.close();
  }

  @Test
  void noMoreAreTakenThanThereAreAndAllComeBack() {
    for (int round = 1; round <= 2; round++) {
      var calls = calls(3 * PLACES, "ann");
      assertThat(Await.within(PATIENCE, () -> done(calls).size() == 2 * PLACES)).isTrue();
      assertThat(done(calls)).extracting(HttpResponse::statusCode).containsOnly(429);
      release(calls);
      List<Integer> statuses = calls.stream().map(call -> call.join().statusCode()).toList();
      assertThat(Collections.frequency(statuses, 200)).as("round %d", round).isEqualTo(PLACES);
      awaitPlacesLeft(PLACES - 1, "ann", PATIENCE);
    }
  }

  @Test
  void allComeBackAfterACrowd() {
    assertThat(jvms.admitted(600, "/api/places", "X-User", "bob")).isPositive();
    awaitPlacesLeft(PLACES - 1, "bob", PATIENCE);
  }

  @Test
  void thoseOfAJvmThatWasKilledComeBack() {
    try (var doomed = Launch.on(Instances.stage()).rules(rules()).start()) {
      var calls =
          IntStream.range(0, 4)
              .mapToObj(n -> doomed.http().later("/wait/async", "X-User", "cleo"))
              .toList();
      awaitPlacesLeft(PLACES - 5, "cleo", PATIENCE);
      doomed.kill();
      assertThat(calls).allSatisfy(call -> assertThat(call).failsWithin(PATIENCE));
      assertThat(placesLeft(jvms.next(), "cleo")).isEqualTo(PLACES - 5);
      awaitPlacesLeft(PLACES - 1, "cleo", LAPSE_PATIENCE);
    }
  }

  /** Calls that last until they are released, spread over all. */
  private static List<CompletableFuture<HttpResponse<String>>> calls(int count, String user) {
    return IntStream.range(0, count)
        .mapToObj(n -> jvms.app(n % JVMS).http().later("/wait/async", "X-User", user))
        .toList();
  }

  private static void release(List<CompletableFuture<HttpResponse<String>>> calls) {
    // Looked up first: a release ends any call of its JVM, not the one that it was meant for.
    int[] waiting = IntStream.range(0, calls.size()).filter(n -> !calls.get(n).isDone()).toArray();
    for (int n : waiting) {
      assertThat(jvms.app(n % JVMS).http().status("/release?count=1")).isEqualTo(200);
    }
  }

  private static List<HttpResponse<String>> done(
      List<CompletableFuture<HttpResponse<String>>> calls) {
    return calls.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join).toList();
  }

  /** The one who asks has a place itself. */
  private static void awaitPlacesLeft(int count, String user, Duration patience) {
    for (RunningApp app : jvms.apps()) {
      assertThat(Await.within(patience, () -> placesLeft(app.http(), user) == count))
          .as("places of " + user)
          .isTrue();
    }
  }

  private static int placesLeft(Http http, String user) {
    var answer = http.get("/api/places", "X-User", user);
    return Integer.parseInt(answer.headers().firstValue("RateLimit-Remaining").orElseThrow());
  }
}
