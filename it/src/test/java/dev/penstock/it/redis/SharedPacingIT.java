package dev.penstock.it.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AppCluster;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RedisNamespace;
import dev.penstock.it.harness.SchedulingDelay;
import dev.penstock.it.harness.apps.ClientTestApp;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.outbound.ClientOutcomes;
import dev.penstock.it.harness.outbound.FakeApiServer;
import dev.penstock.it.harness.outbound.RunningClientApp;
import dev.penstock.testdialects.Dialect;
import dev.penstock.testdialects.ServerBucket;
import dev.penstock.testredis.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The common pace of the outbound calls of two JVMs, as the server sees it. Runs alone, because it
 * measures time.
 */
@Isolated
class SharedPacingIT {
  private static final int JVMS = 2;
  private static final int RATE = 20;
  private static final int CALLS = 100;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private static final Executor THREADS = task -> new Thread(task, "caller").start();

  private RedisServer redis;
  private FakeApiServer server;

  @BeforeEach
  void start() {
    redis = RedisServer.start();
    server = FakeApiServer.withTls();
  }

  @AfterEach
  void stop() {
    server.close();
    redis.close();
  }

  @Test
  void evenlySpacedCallsShareTheRate() {
    server.limit(new ServerBucket(RATE, RATE, SECOND), Dialect.NONE);
    Pace pace = paceOf("rate: 20/s, wait: 60s", "exact");
    assertThat(pace.atMost()).isGreaterThan(0.9 * RATE);
    assertThat(pace.atLeast()).isLessThan(1.02 * RATE);
  }

  /**
   * Calls that are sent in time may arrive late, so calls of two windows can arrive close together.
   */
  @ParameterizedTest
  @ValueSource(strings = {"exact", "leased"})
  void windowedCallsShareTheRate(String accuracy) {
    server.limit(new ServerBucket(2 * RATE, RATE, SECOND), Dialect.NONE);
    String window = "rate: 20/s, algorithm: fixed-window, wait: 60s";
    assertThat(paceOf(window, accuracy).atMost()).isGreaterThan(0.9 * RATE);
  }

  /**
   * Calls per second. The pace seems faster if the machine delays the first call, and slower if it
   * delays the last one, so there are two bounds.
   */
  private record Pace(double atLeast, double atMost) {
    static Pace of(int calls, double seconds, double lateSeconds) {
      return new Pace(calls / (seconds + lateSeconds), calls / (seconds - lateSeconds));
    }
  }

  /**
   * The pace of arrivals if both JVMs call as fast as the rule permits. No call may be rejected.
   */
  private Pace paceOf(String pacing, String accuracy) {
    RedisNamespace shared = RedisNamespace.on(redis);
    String rules =
        "version: 1\noutbound:\n  api: { match: '*://127.0.0.1:*/api/**', " + pacing + " }\n";
    List<RunningClientApp> apps =
        IntStream.range(0, JVMS)
            .mapToObj(n -> start(rules + shared.store(accuracy, JVMS)))
            .toList();
    double lateSeconds;
    try (SchedulingDelay machine = SchedulingDelay.measure()) {
      String crowd = "load jdk 16 " + CALLS + " " + server.http("/api/items");
      List<CompletableFuture<String>> responses =
          apps.stream()
              .map(app -> CompletableFuture.supplyAsync(() -> app.execute(crowd, TIMEOUT), THREADS))
              .toList();
      assertThat(responses)
          .allSatisfy(
              each -> assertThat(each.join()).isEqualTo("200=100 429=0 other=0 rejected=0"));
      lateSeconds = machine.maxMillis() / 1e3;
      apps.forEach(app -> app.app().stop());
      assertThat(apps).allSatisfy(app -> assertThat(app.app().agentLines()).hasSize(1));
    } finally {
      apps.forEach(RunningClientApp::close);
      shared.clear();
    }
    List<Long> arrivals = server.settled().arrivals("/api/items");
    assertThat(arrivals).hasSize(JVMS * CALLS);
    double seconds = (arrivals.get(arrivals.size() - 1) - arrivals.get(0)) / 1e9;
    return Pace.of(arrivals.size() - 1, seconds, lateSeconds);
  }

  /** Starts a JVM and makes a first call, which loads the classes of the client. */
  private RunningClientApp start(String rules) {
    var target = new TestTarget(ClientTestApp.CLIENTS, AppCluster.target().jdk());
    RunningClientApp app = ClientOutcomes.start(Launch.on(target).rules(rules), server);
    assertThat(app.execute("jdk get " + server.http("/hello"))).isEqualTo("200 hello");
    return app;
  }
}
