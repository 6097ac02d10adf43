package dev.penstock.it.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AgentStatus;
import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.VirtualClock;
import dev.penstock.it.harness.apps.ClientTestApp;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.outbound.ClientOutcomes;
import dev.penstock.it.harness.outbound.FakeApiServer;
import dev.penstock.it.harness.outbound.RunningClientApp;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Outbound shadow rules do not delay or reject calls. */
class ShadowOutboundIT {
  private static final int CALLS = 30;
  private static final int THREADS = 10;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private static final long WAIT_MICROS = 2_000_000;

  /**
   * The time is fixed: the rule would send one call at once and hold ten calls for up to two
   * seconds.
   */
  private static final String RULES =
      """
      version: 1
      shadow-log: divergence.jsonl
      outbound:
        api: { match: "*://127.0.0.1:*/api/**", rate: 5/s, wait: 2s, mode: shadow }
      """;

  private static final String EXPECTED_DIVERGENCE =
      "shadow      63.33 % of 30 calls diverge (19 newly rejected, 0 newly admitted)";

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

  @ParameterizedTest
  @MethodSource("targets")
  void shadowRulesHoldNoCallAndReportWhatTheyWouldDo(TestTarget target) {
    Launch launch = Launch.on(target).rules(RULES);
    VirtualClock clock = VirtualClock.in(launch, RequestTrace.START_MICROS);
    var log = new ShadowLogFile(launch.folder().resolve("divergence.jsonl"));
    try (RunningClientApp app = ClientOutcomes.start(launch, server)) {
      String load = "load jdk " + THREADS + " " + CALLS + " " + server.http("/api/items");
      assertThat(app.execute(load)).isEqualTo("200=30 429=0 other=0 rejected=0");
      assertThat(server.settled().arrivals("/api/items")).hasSize(CALLS);
      // The waits of held calls end only now, in shadow. The calls themselves have not waited.
      clock.set(RequestTrace.START_MICROS + WAIT_MICROS);
      expect(app, () -> AgentStatus.of(target, app.app()).contains(EXPECTED_DIVERGENCE));
      assertThat(log.lines("divergence")).hasSize(19);
      clock.set(RequestTrace.START_MICROS + 60_000_000);
      // Ten calls would have waited until the time advanced.
      List<Long> held = List.of(11L, 0L, 19L, 0L, 10L, 10 * WAIT_MICROS);
      expect(app, () -> log.outbound().equals(held));
      assertThat(app.app().agentLines()).singleElement().asString().contains("enforcing 1 rule");
    }
  }

  private static void expect(RunningClientApp app, BooleanSupplier condition) {
    assertThat(Await.within(TIMEOUT, condition)).as(app.app().output()).isTrue();
  }
}
