package dev.penstock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.agent.shadow.ShadowMode;
import dev.penstock.agent.store.StoreSelection;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Engine;
import dev.penstock.http.Milestone;
import dev.penstock.inbound.ActivePolicy;
import dev.penstock.inbound.RejectedTicket;
import dev.penstock.inbound.SuspendedTicket;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.Comparison;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.SlowStore;
import dev.penstock.store.local.LocalStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests requests on event loops whose store replies later. */
class EventLoopDecisionTest {
  private static final String TWO =
      "inbound: { two: { match: /**, rate: 2/min, algorithm: fixed-window } }";
  private static final String BY_ROUTE =
      """
      inbound:
        slots: { match: /**, concurrency: 2 }
        route: { match: /**, key: route, rate: 1/min, algorithm: fixed-window }
      """;

  private final List<String> seen = new ArrayList<>();
  private final SlowStore store =
      new SlowStore(new LocalStore(new ManualTicker(), /* mostKeys= */ 100, AgentLog.onStderr()));

  @AfterEach
  void noEventLoopWasBlocked() {
    store.checkEventLoopNotBlocked();
  }

  @Test
  void aRequestIsSuspendedUntilTheStoreRepliesAndDecidedOnce() {
    AgentGatekeeper gatekeeper = gatekeeper(TWO);
    EventLoopExchange exchange = new EventLoopExchange("a", seen);
    Ticket suspended = enter(gatekeeper, exchange);
    assertThat(suspended).isInstanceOf(SuspendedTicket.class);
    assertThat(suspended.skipsMethod()).as("the method must not run").isTrue();
    assertThat(suspended.result(null)).isEqualTo("a promise of a");
    assertThat(exchange.isDue()).isFalse();
    assertThat(exchange.fields).isEmpty();
    store.settleOldest();
    assertThat(exchange.isDue()).isTrue();
    assertThat(enter(gatekeeper, exchange)).as("the method runs").isNull();
    assertThat(exchange.fields).containsEntry("RateLimit", "\"two\";r=1;t=60");
    assertThat(exchange.attachment()).as("no rule is left to decide").isNull();
    assertThat(store.asyncSettlements()).isEqualTo(1);
    assertThat(seen).containsExactly("a suspended until decided");
  }

  @Test
  void aRejectedRequestGetsItsResponseWhenItResumes() {
    AgentGatekeeper gatekeeper = gatekeeper(TWO);
    List<EventLoopExchange> exchanges = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      exchanges.add(new EventLoopExchange(name, seen));
      assertThat(enter(gatekeeper, exchanges.get(exchanges.size() - 1)))
          .isInstanceOf(SuspendedTicket.class);
    }
    seen.clear();
    store.settleAll();
    assertThat(enter(gatekeeper, exchanges.get(0))).isNull();
    assertThat(enter(gatekeeper, exchanges.get(1))).isNull();
    assertThat(enter(gatekeeper, exchanges.get(2))).isInstanceOf(RejectedTicket.class);
    assertThat(seen).containsExactly("c rejected");
  }

  @Test
  void aRequestThatWaitsForItsTurnIsSuspendedAgain() {
    AgentGatekeeper gatekeeper =
        gatekeeper(
            "inbound: { paced: { match: /**, rate: 1/s, algorithm: leaky-bucket, wait: 10s } }");
    for (String name : List.of("a", "b")) {
      EventLoopExchange exchange = new EventLoopExchange(name, seen);
      enter(gatekeeper, exchange);
      store.settleOldest();
      assertThat(enter(gatekeeper, exchange) == null).isEqualTo(name.equals("a"));
    }
    assertThat(seen)
        .containsExactly(
            "a suspended until decided", "b suspended until decided", "b suspended for 1000000");
  }

  @Test
  void aRuleKeyedByRouteAlsoSuspendsTheRequest() {
    AgentGatekeeper gatekeeper = gatekeeper(BY_ROUTE);
    for (String name : List.of("a", "b")) {
      EventLoopExchange exchange = arrived(gatekeeper, name);
      exchange.milestone = Milestone.ROUTED;
      assertThat(enter(gatekeeper, exchange)).isInstanceOf(SuspendedTicket.class);
      assertThat(exchange.isDue()).isFalse();
      store.settleOldest();
      assertThat(exchange.isDue()).isTrue();
      Ticket resumed = enter(gatekeeper, exchange);
      assertThat(resumed == null).as(name).isEqualTo(name.equals("a"));
    }
    assertThat(seen).last().isEqualTo("b rejected");
    assertThat(store.asyncSettlements()).isEqualTo(4);
  }

  @Test
  void aSlotIsHeldUntilTheRequestEnds() {
    AgentGatekeeper gatekeeper = gatekeeper("inbound: { slots: { match: /**, concurrency: 1 } }");
    EventLoopExchange first = settled(gatekeeper, "a");
    settled(gatekeeper, "b");
    assertThat(seen).last().isEqualTo("b rejected");
    end(first);
    settled(gatekeeper, "c");
    assertThat(seen).last().isEqualTo("c suspended until decided");
  }

  @Test
  void aRequestThatEndsBeforeTheStoreRepliesReleasesItsSlot() {
    AgentGatekeeper gatekeeper = gatekeeper("inbound: { slots: { match: /**, concurrency: 1 } }");
    EventLoopExchange ended = new EventLoopExchange("ended", seen);
    enter(gatekeeper, ended);
    end(ended);
    store.settleOldest();
    EventLoopExchange endedLater = new EventLoopExchange("ended later", seen);
    enter(gatekeeper, endedLater);
    store.settleOldest();
    end(endedLater);
    settled(gatekeeper, "c");
    assertThat(seen).doesNotContain("c rejected");
    settled(gatekeeper, "d");
    assertThat(seen).last().isEqualTo("d rejected");
  }

  @Test
  void aRequestThatEndsBeforeALaterRuleRejectsItReleasesItsSlotOnce() {
    AgentGatekeeper gatekeeper = gatekeeper(BY_ROUTE);
    EventLoopExchange stays = arrived(gatekeeper, "stays");
    stays.milestone = Milestone.ROUTED;
    enter(gatekeeper, stays);
    store.settleOldest();
    enter(gatekeeper, stays);
    EventLoopExchange ending = arrived(gatekeeper, "ending");
    ending.milestone = Milestone.ROUTED;
    enter(gatekeeper, ending);
    end(ending);
    store.settleOldest();
    assertThat(enter(gatekeeper, ending)).as("nothing is left to do").isNull();
    arrived(gatekeeper, "second");
    assertThat(seen).doesNotContain("second rejected");
    settled(gatekeeper, "third");
    assertThat(seen).last().isEqualTo("third rejected");
  }

  @Test
  void aRequestIsInFlightFromItsArrivalToItsEnd() {
    AgentGatekeeper gatekeeper = gatekeeper(TWO + "\nshed: { capacity: 2, low: [/**] }");
    EventLoopExchange first = new EventLoopExchange("a", seen);
    enter(gatekeeper, first);
    enter(gatekeeper, new EventLoopExchange("shed", seen));
    assertThat(seen).containsExactly("a suspended until decided", "shed rejected");
    end(first);
    store.settleOldest();
    EventLoopExchange second = settled(gatekeeper, "b");
    enter(gatekeeper, new EventLoopExchange("shed too", seen));
    assertThat(seen).last().isEqualTo("shed too rejected");
    end(second);
    settled(gatekeeper, "c");
    assertThat(seen).last().isEqualTo("c rejected");
    enter(gatekeeper, new EventLoopExchange("d", seen));
    assertThat(seen)
        .as("a rejected request is not in flight")
        .last()
        .isEqualTo("d suspended until decided");
  }

  @Test
  void aRequestThatCannotBeSuspendedContinuesAndHoldsNoSlot() {
    AgentGatekeeper gatekeeper = gatekeeper("inbound: { slots: { match: /**, concurrency: 1 } }");
    EventLoopExchange exchange = new EventLoopExchange("a", seen);
    exchange.broken = true;
    assertThat(enter(gatekeeper, exchange)).isNull();
    store.settleOldest();
    settled(gatekeeper, "b");
    assertThat(seen).containsExactly("b suspended until decided");
  }

  @Test
  void aPendingRequestContinuesIfItsRulesAreSwitchedOff() {
    AgentGatekeeper gatekeeper = gatekeeper("inbound: { slots: { match: /**, concurrency: 1 } }");
    EventLoopExchange exchange = new EventLoopExchange("a", seen);
    enter(gatekeeper, exchange);
    Engine engine = engine("inbound: { slots: { match: /**, concurrency: 1 } }");
    gatekeeper.enforce(new ActivePolicy(engine("mode: off\ninbound: {}"), /* comparison= */ null));
    store.settleOldest();
    assertThat(enter(gatekeeper, exchange)).isNull();
    end(exchange);
    gatekeeper.enforce(new ActivePolicy(engine, /* comparison= */ null));
    settled(gatekeeper, "b");
    assertThat(seen).containsExactly("a suspended until decided", "b suspended until decided");
  }

  @Test
  void aCandidateComparesTheDecisionWhenTheRequestResumes() {
    RuleSets file =
        Good.file("version: 1\n" + TWO.replace(" } }", ", shadow: { rate: 1/min } } }")).rules();
    KeyHash secret = KeyHash.withRandomSecret();
    Engine engine = new Engine(file.inbound(), store, secret);
    ManualTicker clock = new ManualTicker();
    StoreSelection stores =
        new StoreSelection(clock, /* mostKeys= */ 1_000, secret, AgentLog.onStderr());
    ShadowMode shadows = new ShadowMode(stores, clock, AgentLog.onStderr());
    shadows.compare(file, engine);
    Comparison comparison = Objects.requireNonNull(shadows.inbound());
    AgentGatekeeper gatekeeper = gatekeeper(TWO);
    gatekeeper.enforce(new ActivePolicy(engine, comparison));
    EventLoopExchange first = new EventLoopExchange("a", seen);
    enter(gatekeeper, first);
    store.settleOldest();
    assertThat(comparison.ledger().traffic().counts()).isEqualTo(new AgreementCounts(0, 0, 0, 0));
    enter(gatekeeper, first);
    settled(gatekeeper, "b");
    settled(gatekeeper, "c");
    assertThat(seen).last().isEqualTo("c rejected");
    assertThat(comparison.ledger().traffic().counts())
        .as("both admit one request, only the candidate rejects one, both reject one")
        .isEqualTo(new AgreementCounts(1, 0, 1, 1));
  }

  private EventLoopExchange arrived(AgentGatekeeper gatekeeper, String name) {
    EventLoopExchange exchange = new EventLoopExchange(name, seen);
    exchange.milestone = Milestone.ARRIVED;
    return settled(gatekeeper, exchange);
  }

  private EventLoopExchange settled(AgentGatekeeper gatekeeper, String name) {
    return settled(gatekeeper, new EventLoopExchange(name, seen));
  }

  private EventLoopExchange settled(AgentGatekeeper gatekeeper, EventLoopExchange exchange) {
    assertThat(enter(gatekeeper, exchange)).isInstanceOf(SuspendedTicket.class);
    store.settleOldest();
    enter(gatekeeper, exchange);
    return exchange;
  }

  private static void end(EventLoopExchange exchange) {
    Objects.requireNonNull(exchange.atEnd).run();
  }

  private @Nullable Ticket enter(AgentGatekeeper gatekeeper, EventLoopExchange exchange) {
    return gatekeeper.enter("trace", this, exchange, null);
  }

  private AgentGatekeeper gatekeeper(String rules) {
    return new AgentGatekeeper(List.of(new TraceHook()), engine(rules), store, AgentLog.onStderr());
  }

  private Engine engine(String rules) {
    return new Engine(
        Good.file("version: 1\n" + rules).rules().inbound(), store, KeyHash.withRandomSecret());
  }
}
