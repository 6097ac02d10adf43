package dev.penstock.it.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.ClientTestApp;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.outbound.ClientOutcomes;
import dev.penstock.it.harness.outbound.FakeApiServer;
import dev.penstock.it.harness.outbound.RunningClientApp;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Outbound calls of virtual threads are held without occupying platform threads. */
class VirtualThreadsIT {
  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
  private static final int CALLS = 10_000;
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  @Test
  void tenThousandVirtualThreadsAreHeldAtOnce() {
    Jdk jdk = Jdk.newest();
    assumeTrue(
        jdk.feature() >= FIRST_WITH_VIRTUAL_THREADS,
        () -> "SKIPPED: " + jdk + " is the newest here and has no virtual threads");
    String rules =
        """
        version: 1
        outbound:
          api: { match: '*://127.0.0.1:*/api/**', rate: 1000/s, wait: 120s }
        """;
    Launch launch = Launch.on(new TestTarget(ClientTestApp.CLIENTS, jdk)).rules(rules);
    try (FakeApiServer server = FakeApiServer.withTls();
        RunningClientApp app = ClientOutcomes.start(launch, server)) {
      // The first call of a JVM is slow. If the first one of these were late, all would seem
      // faster.
      assertThat(app.execute("virtual jdk 1 " + server.http("/hello"), TIMEOUT))
          .isEqualTo("200=1 429=0 other=0 rejected=0");
      String command = "virtual jdk " + CALLS + " " + server.http("/api/items");
      assertThat(app.execute(command, TIMEOUT)).isEqualTo("200=10000 429=0 other=0 rejected=0");
      List<Long> arrivals = server.settled().arrivals("/api/items");
      assertThat(arrivals).hasSize(CALLS);
      double seconds = (arrivals.get(CALLS - 1) - arrivals.get(0)) / 1e9;
      assertThat(seconds).isBetween(9.9, 20.0);
    }
  }
}
