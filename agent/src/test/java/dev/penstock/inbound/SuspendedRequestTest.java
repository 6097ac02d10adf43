package dev.penstock.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.agent.AgentGatekeeper;
import dev.penstock.agent.EventLoopExchange;
import dev.penstock.agent.TraceHook;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Engine;
import dev.penstock.http.Milestone;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests that wait while their thread must not block. */
class SuspendedRequestTest {
  private static final String PACED =
      """
      version: 1
      inbound:
        paced: { match: /**, rate: 1/s, algorithm: leaky-bucket, wait: 10s, queue: 2 }
        places: { match: /**, concurrency: 2 }
      """;
  private static final String PACED_BY_ROUTE =
      """
      version: 1
      inbound:
        paced:
          { match: /**, key: route, rate: 1/s, algorithm: leaky-bucket, wait: 10s, queue: 2 }
      """;

  private final List<String> seen = new ArrayList<>();
  private final LocalStore store =
      new LocalStore(new ManualTicker(), /* mostKeys= */ 100, AgentLog.onStderr());
  private final List<EventLoopExchange> exchanges = new ArrayList<>();

  @Test
  void aRequestThatHasToWaitIsSuspendedUntilItsTurn() {
    AgentGatekeeper gatekeeper = gatekeeper(PACED);
    Ticket first = gatekeeper.enter("trace", this, new EventLoopExchange("first", seen), null);
    assertThat(first).isNotNull().isNotInstanceOf(SuspendedTicket.class);
    assertThat(first.skipsMethod()).isFalse();
    Ticket second = gatekeeper.enter("trace", this, new EventLoopExchange("second", seen), null);
    assertThat(second).isInstanceOf(SuspendedTicket.class);
    assertThat(second.skipsMethod()).as("the method must not run").isTrue();
    assertThat(second.result(null)).isEqualTo("a promise of second");
    assertThat(seen).containsExactly("second suspended for 1000000");
  }

  @Test
  void theEndOfASuspendedRequestReleasesItsSlot() {
    AgentGatekeeper gatekeeper = gatekeeper(PACED);
    gatekeeper.enter("trace", this, new EventLoopExchange("first", seen), null);
    EventLoopExchange second = new EventLoopExchange("second", seen);
    gatekeeper.enter("trace", this, second, null);
    gatekeeper.enter("trace", this, new EventLoopExchange("third", seen), null);
    assertThat(seen).containsExactly("second suspended for 1000000", "third rejected");
    assertThat(second.atEnd).isNotNull();
    second.atEnd.run();
    gatekeeper.enter("trace", this, new EventLoopExchange("fourth", seen), null);
    assertThat(seen).last().isEqualTo("fourth suspended for 2000000");
  }

  @Test
  void aRequestCanBeSuspendedAtALaterHook() {
    AgentGatekeeper gatekeeper = gatekeeper(PACED_BY_ROUTE);
    for (String name : List.of("first", "second")) {
      EventLoopExchange exchange = new EventLoopExchange(name, seen);
      exchange.milestone = Milestone.ARRIVED;
      assertThat(gatekeeper.enter("trace", this, exchange, null)).isInstanceOf(InboundTicket.class);
      exchange.milestone = Milestone.ROUTED;
      exchanges.add(exchange);
    }
    assertThat(gatekeeper.enter("trace", this, exchanges.get(0), null)).isNull();
    assertThat(gatekeeper.enter("trace", this, exchanges.get(1), null))
        .isInstanceOf(SuspendedTicket.class);
    assertThat(gatekeeper.enter("trace", this, exchanges.get(1), null)).as("at its turn").isNull();
    assertThat(seen).containsExactly("second suspended for 1000000");
  }

  @Test
  void aRequestWhoseValuesAreLoadedFirstIsDecidedWhenItResumes() {
    AgentGatekeeper gatekeeper = gatekeeper(PACED);
    EventLoopExchange exchange = new EventLoopExchange("unknown", seen);
    exchange.resumesLater = true;
    Ticket ticket = gatekeeper.enter("trace", this, exchange, null);
    assertThat(ticket).isInstanceOf(SuspendedTicket.class);
    assertThat(ticket.result(null)).isEqualTo("a promise of unknown");
    exchange.resumesLater = false;
    assertThat(gatekeeper.enter("trace", this, exchange, null)).isInstanceOf(InboundTicket.class);
    assertThat(seen).isEmpty();
  }

  @Test
  void lateChargesAreRefundedIfTheRequestContinuesWithoutALimit() {
    AgentGatekeeper gatekeeper =
        gatekeeper(
            """
            version: 1
            inbound:
              places: { match: /**, key: route, concurrency: 1 }
            """);
    for (String name : List.of("first", "second", "third")) {
      EventLoopExchange exchange = new EventLoopExchange(name, seen);
      exchange.milestone = Milestone.ARRIVED;
      gatekeeper.enter("trace", this, exchange, null);
      exchange.milestone = Milestone.ROUTED;
      exchange.broken = !name.equals("third");
      assertThat(gatekeeper.enter("trace", this, exchange, null)).as(name).isNull();
    }
    assertThat(seen).isEmpty();
  }

  private AgentGatekeeper gatekeeper(String rules) {
    Engine engine =
        new Engine(Good.file(rules).rules().inbound(), store, KeyHash.withRandomSecret());
    return new AgentGatekeeper(List.of(new TraceHook()), engine, store, AgentLog.onStderr());
  }
}
