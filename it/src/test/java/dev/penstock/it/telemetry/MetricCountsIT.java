package dev.penstock.it.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.MetricsScrape;
import dev.penstock.it.harness.RedisNamespace;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.ClientTestApp;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.outbound.ClientOutcomes;
import dev.penstock.it.harness.outbound.FakeApiServer;
import dev.penstock.it.harness.outbound.RunningClientApp;
import dev.penstock.testredis.RedisServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The metrics of a real agent count a known number of concurrent calls exactly. */
class MetricCountsIT {
  private static final int THREADS = 32;
  private static final int EACH = 1_600;
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final String IN = "inbound";
  private static final String OUT = "outbound";

  private static final String RULES =
      """
      version: 1
      console: %d
      exempt: /api/exempt
      inbound:
        api: { match: /api/limited, rate: 100/week, algorithm: fixed-window }
        tried: { match: /api/tried, rate: 100/week, algorithm: fixed-window, mode: shadow }
        keyed: { match: /api/keyed, key: header.X-Key, on-missing-key: deny, rate: 100/week }
        many: { match: /api/many, key: header.X-Key, rate: 1/week, algorithm: fixed-window }
      """;

  static Stream<TestTarget> targets() {
    return TestTarget.onEachJdk();
  }

  static Stream<TestTarget> callers() {
    return Jdk.tested().stream().map(jdk -> new TestTarget(ClientTestApp.CLIENTS, jdk));
  }

  @ParameterizedTest
  @MethodSource("targets")
  void inboundRequestsAreCountedExactly(TestTarget target) throws Exception {
    int port = MetricsScrape.freePort();
    String rules = RULES.formatted(port) + "store: { max-keys: 1000 }\n";
    try (var app = Launch.on(target).rules(rules).start()) {
      for (String path : new String[] {"limited", "tried", "keyed", "exempt", "free"}) {
        app.http().concurrentStatuses(EACH, THREADS, "/api/" + path);
      }
      MetricsScrape before = MetricsScrape.of(port);
      assertThat(before.requests(IN, "api", "admitted")).isEqualTo(100);
      assertThat(before.requests(IN, "api", "rejected")).isEqualTo(EACH - 100);
      assertThat(before.requests(IN, "tried", "admitted")).isEqualTo(100);
      assertThat(before.requests(IN, "tried", "would_reject")).isEqualTo(EACH - 100);
      assertThat(before.requests(IN, "keyed", "rejected")).isEqualTo(EACH);
      assertThat(before.calls(IN, "admitted")).isEqualTo(100 + 2 * EACH);
      assertThat(before.calls(IN, "rejected")).isEqualTo(2 * EACH - 100);
      assertThat(before.calls(IN, "exempt")).isEqualTo(EACH);
      assertThat(before.count(histogram("penstock_retry_after_seconds_count", IN, "api")))
          .isEqualTo(EACH - 100);
      expectCompared(before);
      manyKeys(app, port, before);
    }
  }

  /**
   * The candidate is the same file with {@code tried} enforced; it also applies to exempt requests.
   * The two engines may admit different concurrent requests, but the same number of them.
   */
  private static void expectCompared(MetricsScrape seen) {
    long onlyNewRejects = seen.count(shadow("admit", "reject"));
    long onlyOldRejects = seen.count(shadow("reject", "admit"));
    assertThat(onlyNewRejects - onlyOldRejects).isEqualTo(EACH - 100);
    assertThat(seen.count(shadow("admit", "admit")) + onlyNewRejects).isEqualTo(100 + 3 * EACH);
    assertThat(seen.count(shadow("reject", "reject")) + onlyOldRejects).isEqualTo(2 * EACH - 100);
    assertThat(onlyOldRejects).isLessThan(THREADS);
    assertThat(seen.calls(IN, "would_reject")).isEqualTo(onlyNewRejects);
  }

  /**
   * Sends more keys than the store may hold: the rest share one bucket, which is soon empty. Of
   * 1000 keys, half are reserved for the five limits (100 each, with the limit of preflights). The
   * flooded limit also gets the other half.
   */
  private static void manyKeys(RunningApp app, int port, MetricsScrape before) {
    AtomicInteger key = new AtomicInteger();
    Http.concurrently(
        EACH, THREADS, () -> app.http().status("/api/many", "X-Key", "k" + key.getAndIncrement()));
    MetricsScrape after = MetricsScrape.of(port);
    long own = 100 + 500;
    assertThat(after.count("penstock_keys"))
        .as("its own keys and the shared bucket")
        .isEqualTo(before.count("penstock_keys") + own + 1);
    assertThat(after.requests(IN, "many", "overflow")).isEqualTo(EACH - own);
    assertThat(after.requests(IN, "many", "admitted")).isEqualTo(own + 1);
    assertThat(after.requests(IN, "many", "rejected")).isEqualTo(EACH - own - 1);
    assertThat(after.count("penstock_suppressed_errors_total")).isZero();
    otherKeys(app, port);
  }

  /** New clients of another rule still have their own budgets. */
  private static void otherKeys(RunningApp app, int port) {
    AtomicInteger key = new AtomicInteger();
    Http.concurrently(
        100, THREADS, () -> app.http().status("/api/keyed", "X-Key", "k" + key.getAndIncrement()));
    MetricsScrape after = MetricsScrape.of(port);
    assertThat(after.requests(IN, "keyed", "admitted")).isEqualTo(100);
    assertThat(after.requests(IN, "keyed", "overflow")).isZero();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void redisDecisionsAreCountedExactly(TestTarget target) throws Exception {
    int port = MetricsScrape.freePort();
    try (RedisServer server = RedisServer.start()) {
      RedisNamespace redis = RedisNamespace.on(server);
      String rules =
          redis.store("exact", 1)
              + ("version: 1\nconsole: " + port + "\n")
              + "inbound: { api: { match: /api/**, rate: 100/week, algorithm: fixed-window } }\n";
      try (var app = Launch.on(target).rules(rules).start()) {
        app.http().concurrentStatuses(EACH, THREADS, "/api/a");
        MetricsScrape seen = MetricsScrape.of(port);
        assertThat(seen.requests(IN, "api", "admitted")).isEqualTo(100);
        assertThat(seen.requests(IN, "api", "rejected")).isEqualTo(EACH - 100);
        assertThat(seen.count("penstock_redis_up")).isEqualTo(1);
        assertThat(seen.count("penstock_redis_decisions_total{by=\"redis\"}")).isEqualTo(EACH);
        long questions = seen.count("penstock_redis_questions_total");
        assertThat(questions).isGreaterThanOrEqualTo(EACH);
        assertThat(seen.count("penstock_redis_latency_seconds_count")).isEqualTo(questions);
        assertThat(seen.count("penstock_redis_round_trips_total")).isBetween(1L, questions);
        for (String reason : new String[] {"late", "away", "error"}) {
          assertThat(seen.count("penstock_redis_failures_total{reason=\"" + reason + "\"}"))
              .isZero();
        }
        redis.clear();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("callers")
  void outboundCallsAreCountedExactly(TestTarget target) throws Exception {
    int port = MetricsScrape.freePort();
    String rules =
        """
        version: 1
        console: %d
        outbound:
          slow: { match: '*://127.0.0.1:*/api/slow', rate: 100/s, wait: 60s }
          tight:
            { match: '*://127.0.0.1:*/api/tight', rate: 100/week, algorithm: fixed-window, wait: 0s }
        """
            .formatted(port);
    try (FakeApiServer server = FakeApiServer.withTls();
        RunningClientApp app = ClientOutcomes.start(Launch.on(target).rules(rules), server)) {
      assertThat(app.execute("load jdk 32 300 " + server.http("/api/slow"), TIMEOUT))
          .isEqualTo("200=300 429=0 other=0 rejected=0");
      assertThat(app.execute("load jdk 32 300 " + server.http("/api/tight"), TIMEOUT))
          .isEqualTo("200=100 429=0 other=0 rejected=200");
      MetricsScrape seen = MetricsScrape.of(port);
      assertThat(seen.requests(OUT, "slow", "admitted")).isEqualTo(300);
      assertThat(seen.requests(OUT, "tight", "admitted")).isEqualTo(100);
      assertThat(seen.requests(OUT, "tight", "rejected")).isEqualTo(200);
      assertThat(seen.count("penstock_wait_seconds_count{rule=\"slow\"}")).isEqualTo(300);
      assertThat(seen.count("penstock_held_calls{rule=\"slow\"}")).isZero();
      assertThat(server.settled().arrivals("/api/tight")).hasSize(100);
    }
  }

  private static String histogram(String name, String direction, String rule) {
    return name + "{direction=\"" + direction + "\",rule=\"" + rule + "\"}";
  }

  private static String shadow(String old, String candidate) {
    return "penstock_shadow_calls_total{old=\"" + old + "\",new=\"" + candidate + "\"}";
  }
}
