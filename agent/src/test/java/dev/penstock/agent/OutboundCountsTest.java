package dev.penstock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.outbound.PacedCall;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the counters of outbound calls. */
class OutboundCountsTest {
  @TempDir Path folder;

  @Test
  void sentAndRejectedCallsAreCounted() throws IOException {
    AgentWithCounters agent =
        new AgentWithCounters(
            folder,
            """
            outbound:
              pay: { match: 'https://pay.org/**', rate: 2/min, burst: 2, wait: 0s }
              all: { match: 'https://*/**', rate: 100/s, burst: 100 }
            """);
    for (int i = 0; i < 3; i++) {
      agent.send("GET https://pay.org/a");
    }
    agent.send("GET https://else.org/a");
    agent.send("GET http://plain.org/a");
    assertThat(agent.rule("pay")).isEqualTo("admitted=2 rejected=1");
    assertThat(agent.rule("all")).isEqualTo("admitted=3");
    assertThat(agent.outbound()).isEqualTo("admitted=4 rejected=1");
    RuleFigures pay = agent.snapshot().rules().get(0);
    assertThat(pay.retryAfterSeconds().total()).isEqualTo(1);
    assertThat(pay.retryAfterSeconds().sum()).isEqualTo(30);
    assertThat(Objects.requireNonNull(pay.waitSeconds()).total()).isEqualTo(2);
    assertThat(pay.remainingShare().total()).isEqualTo(2);
    assertThat(pay.liveKeys()).isEqualTo(1);
  }

  @Test
  void waitingCallsAreCountedUntilTheyAreCancelled() throws IOException {
    AgentWithCounters agent =
        new AgentWithCounters(
            folder, "outbound: { pay: { match: 'https://pay.org/**', rate: 1/s, wait: 60s } }");
    agent.send("GET https://pay.org/a");
    PacedCall held = Objects.requireNonNull(agent.send("GET https://pay.org/b"));
    assertThat(agent.snapshot().rules().get(0).held()).isEqualTo(1);
    agent.ticker.advance(500_000);
    held.cancel();
    RuleFigures pay = agent.snapshot().rules().get(0);
    assertThat(pay.held()).isZero();
    assertThat(agent.rule("pay"))
        .as("a cancelled call is neither admitted nor rejected")
        .isEqualTo("admitted=1");
    assertThat(Objects.requireNonNull(pay.waitSeconds()).sum()).isEqualTo(0.5);
  }
}
