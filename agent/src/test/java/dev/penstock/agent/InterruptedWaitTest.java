package dev.penstock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Decision;
import dev.penstock.engine.Engine;
import dev.penstock.inbound.RejectedTicket;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests requests whose thread is interrupted while they wait for their turn. */
class InterruptedWaitTest {
  private static final String RULES =
      """
      version: 1
      inbound:
        paced: { match: /**, rate: 1/s, algorithm: leaky-bucket, wait: 10s, queue: 1 }
      """;

  private final LocalStore store =
      new LocalStore(new ManualTicker(), /* mostKeys= */ 100, AgentLog.onStderr());
  private final Engine engine =
      new Engine(Good.file(RULES).rules().inbound(), store, KeyHash.withRandomSecret());
  private final AgentGatekeeper gatekeeper =
      new AgentGatekeeper(List.of(new TraceHook()), engine, store, AgentLog.onStderr());

  @Test
  void anInterruptedRequestReleasesItsPlaceInTheQueueAndItsTurn() {
    assertThat(gatekeeper.enter("trace", this, exchange(), null)).isNull();
    for (int i = 0; i < 3; i++) {
      Thread.currentThread().interrupt();
      TraceExchange interrupted = exchange();
      Ticket ticket = gatekeeper.enter("trace", this, interrupted, null);
      assertThat(Thread.interrupted()).as("the interrupt flag stays set").isTrue();
      assertThat(ticket).isInstanceOf(RejectedTicket.class);
    }
    Decision next = engine.decide(exchange());
    assertThat(next.isRejected()).isFalse();
    assertThat(next.delayMicros()).isEqualTo(1_000_000);
    assertThat(engine.decide(exchange()).isRejected()).as("the queue is full").isTrue();
  }

  private static TraceExchange exchange() {
    return new TraceExchange("/a", "10.0.0.1", /* apiKey= */ null, /* status= */ 200);
  }
}
