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

/** Requests that have to wait although their thread must not block. */
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
  private final List<EventLoopExchange> visits = new ArrayList<>();

  @Test
  void aRequestThatHasToWaitIsSuspendedUntilItsTurn() {
    AgentGatekeeper gatekeeper = keeper(PACED);
    Ticket first = gatekeeper.enter("trace", this, new EventLoopExchange("first", seen), null);
    assertThat(first).isNotNull().isNotInstanceOf(SuspendedTicket.class);
    assertThat(first.skipsMethod()).isFalse();
    Ticket second = gatekeeper.enter("trace", this, new EventLoopExchange("second", seen), null);
    assertThat(second).isInstanceOf(SuspendedTicket.class);
    assertThat(second.skipsMethod()).as("the method must not run").isTrue();
    assertThat(second.result(null)).isEqualTo("a promise of second");
    assertThat(seen).containsExactly("second held for 1000000");
  }

  @Test
  void theEndOfASuspendedRequestReleasesItsSlot() {
    AgentGatekeeper gatekeeper = keeper(PACED);
    gatekeeper.enter("trace", this, new EventLoopExchange("first", seen), null);
    EventLoopExchange second = new EventLoopExchange("second", seen);
    gatekeeper.enter("trace", this, second, null);
    gatekeeper.enter("trace", this, new EventLoopExchange("third", seen), null);
    assertThat(seen).containsExactly("second held for 1000000", "third refused");
    assertThat(second.atEnd).isNotNull();
    second.atEnd.run();
    gatekeeper.enter("trace", this, new EventLoopExchange("fourth", seen), null);
    assertThat(seen).last().isEqualTo("fourth held for 2000000");
  }

  @Test
  void aRequestCanBeSuspendedAtALaterHook() {
    AgentGatekeeper gatekeeper = keeper(PACED_BY_ROUTE);
    for (String name : List.of("first", "second")) {
      EventLoopExchange visit = new EventLoopExchange(name, seen);
      visit.milestone = Milestone.ARRIVED;
      assertThat(gatekeeper.enter("trace", this, visit, null)).isInstanceOf(InboundTicket.class);
      visit.milestone = Milestone.ROUTED;
      visits.add(visit);
    }
    assertThat(gatekeeper.enter("trace", this, visits.get(0), null)).isNull();
    assertThat(gatekeeper.enter("trace", this, visits.get(1), null))
        .isInstanceOf(SuspendedTicket.class);
    assertThat(gatekeeper.enter("trace", this, visits.get(1), null)).as("at its turn").isNull();
    assertThat(seen).containsExactly("second held for 1000000");
  }

  @Test
  void aRequestWhoseValuesAreLoadedFirstIsDecidedWhenItComesBack() {
    AgentGatekeeper gatekeeper = keeper(PACED);
    EventLoopExchange visit = new EventLoopExchange("unknown", seen);
    visit.comesAgain = true;
    Ticket ticket = gatekeeper.enter("trace", this, visit, null);
    assertThat(ticket).isInstanceOf(SuspendedTicket.class);
    assertThat(ticket.result(null)).isEqualTo("a promise of unknown");
    visit.comesAgain = false;
    assertThat(gatekeeper.enter("trace", this, visit, null)).isInstanceOf(InboundTicket.class);
    assertThat(seen).isEmpty();
  }

  @Test
  void lateChargesAreRefundedIfTheRequestContinuesWithoutALimit() {
    AgentGatekeeper gatekeeper =
        keeper(
            """
            version: 1
            inbound:
              places: { match: /**, key: route, concurrency: 1 }
            """);
    for (String name : List.of("first", "second", "third")) {
      EventLoopExchange visit = new EventLoopExchange(name, seen);
      visit.milestone = Milestone.ARRIVED;
      gatekeeper.enter("trace", this, visit, null);
      visit.milestone = Milestone.ROUTED;
      visit.broken = !name.equals("third");
      assertThat(gatekeeper.enter("trace", this, visit, null)).as(name).isNull();
    }
    assertThat(seen).isEmpty();
  }

  private AgentGatekeeper keeper(String rules) {
    Engine engine =
        new Engine(Good.file(rules).rules().inbound(), store, KeyHash.withRandomSecret());
    return new AgentGatekeeper(List.of(new TraceHook()), engine, store, AgentLog.onStderr());
  }
}
