package dev.penstock.it.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.SchedulingDelay;
import dev.penstock.it.harness.apps.ClientTestApp;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.Matrix;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.outbound.ClientOutcomes;
import dev.penstock.it.harness.outbound.FakeApiServer;
import dev.penstock.it.harness.outbound.RecordedCalls;
import dev.penstock.it.harness.outbound.RunningClientApp;
import dev.penstock.testdialects.Dialect;
import dev.penstock.testdialects.ServerBucket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pace of outbound calls, as the server sees it. Runs alone, because it measures time. */
@Isolated
class OutboundPacingIT {
  private static final int THREADS = 32;
  private static final int RATE = 50;
  private static final int SECONDS = Matrix.FULL ? 30 : 10;
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final double MILLI_NANOS = 1e6;

  private FakeApiServer server;

  @BeforeEach
  void start() {
    server = FakeApiServer.withTls();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  static Stream<TestTarget> targets() {
    return Jdk.tested().stream().map(jdk -> new TestTarget(ClientTestApp.CLIENTS, jdk));
  }

  /** Every client has a page and a budget of its own, and all clients call at the same time. */
  @ParameterizedTest
  @MethodSource("allApps")
  void everyClientKeepsTheRateAndNoCallIsRejected(TestTarget target) {
    int calls = 60;
    String rules =
        """
        version: 1
        outbound:
          api: { match: "*://127.0.0.1:*/api/{client}", key: path.client, rate: 15/s, wait: 60s }
        """;
    try (RunningClientApp app = ClientOutcomes.start(Launch.on(target).rules(rules), server)) {
      // The first call of a client loads classes.
      app.execute("all 1 1 " + server.http("/api"), TIMEOUT);
      server.settled().clear();
      String outcomes = app.execute("all 6 " + calls + " " + server.http("/api"), TIMEOUT);
      RecordedCalls seen = server.settled();
      for (String client : app.clients()) {
        assertThat(outcomes).contains(client + " 200=" + calls + " 429=0 other=0 rejected=0");
        List<Long> arrivals = seen.arrivals("/api/" + client);
        assertThat(arrivals).as(client).hasSize(calls);
        assertThat(medianRate(arrivals)).as(client).isBetween(0.95 * 15, 1.01 * 15);
        var limit = new ServerBucket(20, 20, Duration.ofSeconds(1));
        assertThat(arrivals).as(client).allMatch(time -> limit.decide(time, 0).allowed());
      }
    }
  }

  static Stream<TestTarget> allApps() {
    return Jdk.tested().stream()
        .flatMap(
            jdk ->
                Stream.of(ClientTestApp.CLIENTS, ClientTestApp.NETTY_4_2)
                    .map(app -> new TestTarget(app, jdk)));
  }

  @ParameterizedTest
  @MethodSource("targets")
  void callsKeepTheServersRateAndNoneIsRejected(TestTarget target) {
    server.limit(new ServerBucket(RATE, RATE, Duration.ofSeconds(1)), Dialect.DRAFT_11);
    double delayMillis;
    try (RunningClientApp app = start(target, "rate: 50/s, wait: 60s");
        SchedulingDelay machine = SchedulingDelay.measure()) {
      String crowd = "load jdk " + THREADS + " " + RATE * SECONDS + " " + server.http("/api/items");
      assertThat(app.execute(crowd, TIMEOUT))
          .isEqualTo("200=" + RATE * SECONDS + " 429=0 other=0 rejected=0");
      delayMillis = machine.p99Millis();
    }
    List<Long> arrivals = server.settled().arrivals("/api/items");
    assertThat(medianRate(arrivals)).isBetween(0.95 * RATE, 1.01 * RATE);
    List<Double> errors = spacingErrors(arrivals);
    double p99 = errors.get(errors.size() * 99 / 100);
    System.out.printf(
        "outbound spacing on %s: p50 %.2f ms, p99 %.2f ms off; the machine itself %.2f ms%n",
        target, errors.get(errors.size() / 2), p99, delayMillis);
    // Penstock promises 5 ms on an idle machine, and less than one gap unless the machine is slow.
    // A gap has two ends. At each end, three threads can be delayed: the one that releases the
    // call, the one that sends it and the one that receives it.
    assertThat(p99).isLessThan(Math.max(1000.0 / RATE, 5 + 6 * delayMillis));
  }

  /**
   * The median of the rates over all stretches of half the run. The time from the first to the last
   * arrival is not exact enough: the first call of a client loads classes, and if it arrives late,
   * the run looks shorter than it was.
   */
  private static double medianRate(List<Long> arrivals) {
    int calls = arrivals.size() / 2;
    List<Double> rates = new ArrayList<>();
    for (int i = calls; i < arrivals.size(); i++) {
      rates.add(calls * 1e9 / (arrivals.get(i) - arrivals.get(i - calls)));
    }
    rates.sort(null);
    return rates.get(rates.size() / 2);
  }

  /** The differences between the actual and the ideal gap of two calls in milliseconds, sorted. */
  private static List<Double> spacingErrors(List<Long> arrivals) {
    List<Double> errors = new ArrayList<>();
    for (int i = 1; i < arrivals.size(); i++) {
      double gap = (arrivals.get(i) - arrivals.get(i - 1)) / MILLI_NANOS;
      errors.add(Math.abs(gap - 1000.0 / RATE));
    }
    errors.sort(null);
    return errors;
  }

  @ParameterizedTest
  @MethodSource("targets")
  void concurrencyLimitsCallsInFlight(TestTarget target) {
    try (RunningClientApp app = start(target, "concurrency: 3, wait: 60s")) {
      for (String client : List.of("jdk", "url-connection")) {
        server.settled().clear();
        assertThat(
                app.execute(
                    "load " + client + " 16 60 " + server.http("/api/items?ms=20"), TIMEOUT))
            .as(client)
            .isEqualTo("200=60 429=0 other=0 rejected=0");
        assertThat(server.settled().mostInFlight()).as(client).isGreaterThanOrEqualTo(3);
        // A client has its response before the server has completed the call, so arrivals are more
        // exact: each call takes 20 ms, and the fourth must not arrive before the first ends.
        List<Long> arrivals = server.seen().arrivals("/api/items");
        for (int i = 3; i < arrivals.size(); i++) {
          double gap = (arrivals.get(i) - arrivals.get(i - 3)) / MILLI_NANOS;
          assertThat(gap).as(client).isGreaterThan(19);
        }
      }
    }
  }

  private RunningClientApp start(TestTarget target, String pacing) {
    String rules =
        "version: 1\noutbound:\n  api: { match: '*://127.0.0.1:*/api/**', " + pacing + " }\n";
    return ClientOutcomes.start(Launch.on(target).rules(rules), server);
  }
}
