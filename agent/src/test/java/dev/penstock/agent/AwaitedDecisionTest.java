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

/** Calls of event loops whose store takes its time. */
class AwaitedDecisionTest {
  private static final String TWO =
      "inbound: { two: { match: /**, rate: 2/min, algorithm: fixed-window } }";
  private static final String BY_ROUTE =
      """
      inbound:
        places: { match: /**, concurrency: 2 }
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
  void aCallIsHeldUntilTheStoreHasAnsweredAndJudgedOnce() {
    AgentGatekeeper gatekeeper = keeper(TWO);
    EventLoopExchange visit = new EventLoopExchange("a", seen);
    Ticket held = enter(gatekeeper, visit);
    assertThat(held).isInstanceOf(SuspendedTicket.class);
    assertThat(held.skipsMethod()).as("the method must not run").isTrue();
    assertThat(held.result(null)).isEqualTo("a promise of a");
    assertThat(visit.isDue()).isFalse();
    assertThat(visit.fields).isEmpty();
    store.settleOldest();
    assertThat(visit.isDue()).isTrue();
    assertThat(enter(gatekeeper, visit)).as("goes on").isNull();
    assertThat(visit.fields).containsEntry("RateLimit", "\"two\";r=1;t=60");
    assertThat(visit.attachment()).as("nothing is left to judge").isNull();
    assertThat(store.asyncSettlements()).isEqualTo(1);
    assertThat(seen).containsExactly("a held until decided");
  }

  @Test
  void whoeverIsRefusedIsToldWhenItComesAgain() {
    AgentGatekeeper gatekeeper = keeper(TWO);
    List<EventLoopExchange> visits = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      visits.add(new EventLoopExchange(name, seen));
      assertThat(enter(gatekeeper, visits.get(visits.size() - 1)))
          .isInstanceOf(SuspendedTicket.class);
    }
    seen.clear();
    store.settleAll();
    assertThat(enter(gatekeeper, visits.get(0))).isNull();
    assertThat(enter(gatekeeper, visits.get(1))).isNull();
    assertThat(enter(gatekeeper, visits.get(2))).isInstanceOf(RejectedTicket.class);
    assertThat(seen).containsExactly("c refused");
  }

  @Test
  void whoeverHasToWaitForItsTurnIsHeldOnceMore() {
    AgentGatekeeper gatekeeper =
        keeper("inbound: { paced: { match: /**, rate: 1/s, algorithm: leaky-bucket, wait: 10s } }");
    for (String name : List.of("a", "b")) {
      EventLoopExchange visit = new EventLoopExchange(name, seen);
      enter(gatekeeper, visit);
      store.settleOldest();
      assertThat(enter(gatekeeper, visit) == null).isEqualTo(name.equals("a"));
    }
    assertThat(seen)
        .containsExactly("a held until decided", "b held until decided", "b held for 1000000");
  }

  @Test
  void whatHasToWaitForTheRouteIsAskedThereInTheSameWay() {
    AgentGatekeeper gatekeeper = keeper(BY_ROUTE);
    for (String name : List.of("a", "b")) {
      EventLoopExchange visit = arrived(gatekeeper, name);
      visit.milestone = Milestone.ROUTED;
      assertThat(enter(gatekeeper, visit)).isInstanceOf(SuspendedTicket.class);
      assertThat(visit.isDue()).isFalse();
      store.settleOldest();
      assertThat(visit.isDue()).isTrue();
      Ticket again = enter(gatekeeper, visit);
      assertThat(again == null).as(name).isEqualTo(name.equals("a"));
    }
    assertThat(seen).last().isEqualTo("b refused");
    assertThat(store.asyncSettlements()).isEqualTo(4);
  }

  @Test
  void aPlaceIsHeldUntilTheCallEnds() {
    AgentGatekeeper gatekeeper = keeper("inbound: { places: { match: /**, concurrency: 1 } }");
    EventLoopExchange first = settled(gatekeeper, "a");
    settled(gatekeeper, "b");
    assertThat(seen).last().isEqualTo("b refused");
    end(first);
    settled(gatekeeper, "c");
    assertThat(seen).last().isEqualTo("c held until decided");
  }

  @Test
  void whoeverLeavesBeforeTheAnswerLeavesNoPlaceTaken() {
    AgentGatekeeper gatekeeper = keeper("inbound: { places: { match: /**, concurrency: 1 } }");
    EventLoopExchange gone = new EventLoopExchange("gone", seen);
    enter(gatekeeper, gone);
    end(gone);
    store.settleOldest();
    EventLoopExchange goneLater = new EventLoopExchange("gone later", seen);
    enter(gatekeeper, goneLater);
    store.settleOldest();
    end(goneLater);
    settled(gatekeeper, "c");
    assertThat(seen).doesNotContain("c refused");
    settled(gatekeeper, "d");
    assertThat(seen).last().isEqualTo("d refused");
  }

  @Test
  void whoeverLeavesWhileItIsRefusedFurtherOnGivesItsPlaceBackOnce() {
    AgentGatekeeper gatekeeper = keeper(BY_ROUTE);
    EventLoopExchange stays = arrived(gatekeeper, "stays");
    stays.milestone = Milestone.ROUTED;
    enter(gatekeeper, stays);
    store.settleOldest();
    enter(gatekeeper, stays);
    EventLoopExchange leaves = arrived(gatekeeper, "leaves");
    leaves.milestone = Milestone.ROUTED;
    enter(gatekeeper, leaves);
    end(leaves);
    store.settleOldest();
    assertThat(enter(gatekeeper, leaves)).as("nothing is left to do").isNull();
    arrived(gatekeeper, "second");
    assertThat(seen).doesNotContain("second refused");
    settled(gatekeeper, "third");
    assertThat(seen).last().isEqualTo("third refused");
  }

  @Test
  void aCallIsInHandFromItsArrivalToItsEndAndNoLonger() {
    AgentGatekeeper gatekeeper = keeper(TWO + "\nshed: { capacity: 2, low: [/**] }");
    EventLoopExchange first = new EventLoopExchange("a", seen);
    enter(gatekeeper, first);
    enter(gatekeeper, new EventLoopExchange("shed", seen));
    assertThat(seen).containsExactly("a held until decided", "shed refused");
    end(first);
    store.settleOldest();
    EventLoopExchange second = settled(gatekeeper, "b");
    enter(gatekeeper, new EventLoopExchange("shed too", seen));
    assertThat(seen).last().isEqualTo("shed too refused");
    end(second);
    settled(gatekeeper, "c");
    assertThat(seen).last().isEqualTo("c refused");
    enter(gatekeeper, new EventLoopExchange("d", seen));
    assertThat(seen).as("who was refused is not in hand").last().isEqualTo("d held until decided");
  }

  @Test
  void aCallThatCannotBeHeldGoesOnAndKeepsNoPlace() {
    AgentGatekeeper gatekeeper = keeper("inbound: { places: { match: /**, concurrency: 1 } }");
    EventLoopExchange visit = new EventLoopExchange("a", seen);
    visit.broken = true;
    assertThat(enter(gatekeeper, visit)).isNull();
    store.settleOldest();
    settled(gatekeeper, "b");
    assertThat(seen).containsExactly("b held until decided");
  }

  @Test
  void rulesThatAreSwitchedOffMeanwhileLetTheCallGo() {
    AgentGatekeeper gatekeeper = keeper("inbound: { places: { match: /**, concurrency: 1 } }");
    EventLoopExchange visit = new EventLoopExchange("a", seen);
    enter(gatekeeper, visit);
    Engine engine = engine("inbound: { places: { match: /**, concurrency: 1 } }");
    gatekeeper.enforce(new ActivePolicy(engine("mode: off\ninbound: {}"), /* comparison= */ null));
    store.settleOldest();
    assertThat(enter(gatekeeper, visit)).isNull();
    end(visit);
    gatekeeper.enforce(new ActivePolicy(engine, /* comparison= */ null));
    settled(gatekeeper, "b");
    assertThat(seen).containsExactly("a held until decided", "b held until decided");
  }

  @Test
  void aCandidateJudgesTheFinishedDecisionWhenTheCallComesAgain() {
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
    AgentGatekeeper gatekeeper = keeper(TWO);
    gatekeeper.enforce(new ActivePolicy(engine, comparison));
    EventLoopExchange first = new EventLoopExchange("a", seen);
    enter(gatekeeper, first);
    store.settleOldest();
    assertThat(comparison.ledger().traffic().counts()).isEqualTo(new AgreementCounts(0, 0, 0, 0));
    enter(gatekeeper, first);
    settled(gatekeeper, "b");
    settled(gatekeeper, "c");
    assertThat(seen).last().isEqualTo("c refused");
    assertThat(comparison.ledger().traffic().counts())
        .as("one that both admit, one that only the candidate rejects, one that both do")
        .isEqualTo(new AgreementCounts(1, 0, 1, 1));
  }

  private EventLoopExchange arrived(AgentGatekeeper gatekeeper, String name) {
    EventLoopExchange visit = new EventLoopExchange(name, seen);
    visit.milestone = Milestone.ARRIVED;
    return settled(gatekeeper, visit);
  }

  private EventLoopExchange settled(AgentGatekeeper gatekeeper, String name) {
    return settled(gatekeeper, new EventLoopExchange(name, seen));
  }

  private EventLoopExchange settled(AgentGatekeeper gatekeeper, EventLoopExchange visit) {
    assertThat(enter(gatekeeper, visit)).isInstanceOf(SuspendedTicket.class);
    store.settleOldest();
    enter(gatekeeper, visit);
    return visit;
  }

  private static void end(EventLoopExchange visit) {
    Objects.requireNonNull(visit.atEnd).run();
  }

  private @Nullable Ticket enter(AgentGatekeeper gatekeeper, EventLoopExchange visit) {
    return gatekeeper.enter("trace", this, visit, null);
  }

  private AgentGatekeeper keeper(String rules) {
    return new AgentGatekeeper(List.of(new TraceHook()), engine(rules), store, AgentLog.onStderr());
  }

  private Engine engine(String rules) {
    return new Engine(
        Good.file("version: 1\n" + rules).rules().inbound(), store, KeyHash.withRandomSecret());
  }
}
