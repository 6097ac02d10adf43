package dev.penstock.agent;

import static org.assertj.core.api.Assertions.assertThat;

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
    store.checkNobodyWasBlocked();
  }

  @Test
  void aCallIsHeldUntilTheStoreHasAnsweredAndJudgedOnce() {
    AgentGatekeeper keeper = keeper(TWO);
    LoopVisit visit = new LoopVisit("a", seen);
    Ticket held = enter(keeper, visit);
    assertThat(held).isInstanceOf(SuspendedTicket.class);
    assertThat(held.refused()).as("the method must not run").isTrue();
    assertThat(held.result(null)).isEqualTo("a promise of a");
    assertThat(visit.isDue()).isFalse();
    assertThat(visit.fields).isEmpty();
    store.answer();
    assertThat(visit.isDue()).isTrue();
    assertThat(enter(keeper, visit)).as("goes on").isNull();
    assertThat(visit.fields).containsEntry("RateLimit", "\"two\";r=1;t=60");
    assertThat(visit.kept()).as("nothing is left to judge").isNull();
    assertThat(store.asked()).isEqualTo(1);
    assertThat(seen).containsExactly("a held until decided");
  }

  @Test
  void whoeverIsRefusedIsToldWhenItComesAgain() {
    AgentGatekeeper keeper = keeper(TWO);
    List<LoopVisit> visits = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      visits.add(new LoopVisit(name, seen));
      assertThat(enter(keeper, visits.get(visits.size() - 1))).isInstanceOf(SuspendedTicket.class);
    }
    seen.clear();
    store.answerAll();
    assertThat(enter(keeper, visits.get(0))).isNull();
    assertThat(enter(keeper, visits.get(1))).isNull();
    assertThat(enter(keeper, visits.get(2))).isInstanceOf(RejectedTicket.class);
    assertThat(seen).containsExactly("c refused");
  }

  @Test
  void whoeverHasToWaitForItsTurnIsHeldOnceMore() {
    AgentGatekeeper keeper =
        keeper("inbound: { paced: { match: /**, rate: 1/s, algorithm: leaky-bucket, wait: 10s } }");
    for (String name : List.of("a", "b")) {
      LoopVisit visit = new LoopVisit(name, seen);
      enter(keeper, visit);
      store.answer();
      assertThat(enter(keeper, visit) == null).isEqualTo(name.equals("a"));
    }
    assertThat(seen)
        .containsExactly("a held until decided", "b held until decided", "b held for 1000000");
  }

  @Test
  void whatHasToWaitForTheRouteIsAskedThereInTheSameWay() {
    AgentGatekeeper keeper = keeper(BY_ROUTE);
    for (String name : List.of("a", "b")) {
      LoopVisit visit = arrived(keeper, name);
      visit.milestone = Milestone.ROUTED;
      assertThat(enter(keeper, visit)).isInstanceOf(SuspendedTicket.class);
      assertThat(visit.isDue()).isFalse();
      store.answer();
      assertThat(visit.isDue()).isTrue();
      Ticket again = enter(keeper, visit);
      assertThat(again == null).as(name).isEqualTo(name.equals("a"));
    }
    assertThat(seen).last().isEqualTo("b refused");
    assertThat(store.asked()).isEqualTo(4);
  }

  @Test
  void aPlaceIsHeldUntilTheCallEnds() {
    AgentGatekeeper keeper = keeper("inbound: { places: { match: /**, concurrency: 1 } }");
    LoopVisit first = settled(keeper, "a");
    settled(keeper, "b");
    assertThat(seen).last().isEqualTo("b refused");
    end(first);
    settled(keeper, "c");
    assertThat(seen).last().isEqualTo("c held until decided");
  }

  @Test
  void whoeverLeavesBeforeTheAnswerLeavesNoPlaceTaken() {
    AgentGatekeeper keeper = keeper("inbound: { places: { match: /**, concurrency: 1 } }");
    LoopVisit gone = new LoopVisit("gone", seen);
    enter(keeper, gone);
    end(gone);
    store.answer();
    LoopVisit goneLater = new LoopVisit("gone later", seen);
    enter(keeper, goneLater);
    store.answer();
    end(goneLater);
    settled(keeper, "c");
    assertThat(seen).doesNotContain("c refused");
    settled(keeper, "d");
    assertThat(seen).last().isEqualTo("d refused");
  }

  @Test
  void whoeverLeavesWhileItIsRefusedFurtherOnGivesItsPlaceBackOnce() {
    AgentGatekeeper keeper = keeper(BY_ROUTE);
    LoopVisit stays = arrived(keeper, "stays");
    stays.milestone = Milestone.ROUTED;
    enter(keeper, stays);
    store.answer();
    enter(keeper, stays);
    LoopVisit leaves = arrived(keeper, "leaves");
    leaves.milestone = Milestone.ROUTED;
    enter(keeper, leaves);
    end(leaves);
    store.answer();
    assertThat(enter(keeper, leaves)).as("nothing is left to do").isNull();
    arrived(keeper, "second");
    assertThat(seen).doesNotContain("second refused");
    settled(keeper, "third");
    assertThat(seen).last().isEqualTo("third refused");
  }

  @Test
  void aCallIsInHandFromItsArrivalToItsEndAndNoLonger() {
    AgentGatekeeper keeper = keeper(TWO + "\nshed: { capacity: 2, low: [/**] }");
    LoopVisit first = new LoopVisit("a", seen);
    enter(keeper, first);
    enter(keeper, new LoopVisit("shed", seen));
    assertThat(seen).containsExactly("a held until decided", "shed refused");
    end(first);
    store.answer();
    LoopVisit second = settled(keeper, "b");
    enter(keeper, new LoopVisit("shed too", seen));
    assertThat(seen).last().isEqualTo("shed too refused");
    end(second);
    settled(keeper, "c");
    assertThat(seen).last().isEqualTo("c refused");
    enter(keeper, new LoopVisit("d", seen));
    assertThat(seen).as("who was refused is not in hand").last().isEqualTo("d held until decided");
  }

  @Test
  void aCallThatCannotBeHeldGoesOnAndKeepsNoPlace() {
    AgentGatekeeper keeper = keeper("inbound: { places: { match: /**, concurrency: 1 } }");
    LoopVisit visit = new LoopVisit("a", seen);
    visit.broken = true;
    assertThat(enter(keeper, visit)).isNull();
    store.answer();
    settled(keeper, "b");
    assertThat(seen).containsExactly("b held until decided");
  }

  @Test
  void rulesThatAreSwitchedOffMeanwhileLetTheCallGo() {
    AgentGatekeeper keeper = keeper("inbound: { places: { match: /**, concurrency: 1 } }");
    LoopVisit visit = new LoopVisit("a", seen);
    enter(keeper, visit);
    Engine engine = engine("inbound: { places: { match: /**, concurrency: 1 } }");
    keeper.judgeBy(new ActivePolicy(engine("mode: off\ninbound: {}"), /* comparison= */ null));
    store.answer();
    assertThat(enter(keeper, visit)).isNull();
    end(visit);
    keeper.judgeBy(new ActivePolicy(engine, /* comparison= */ null));
    settled(keeper, "b");
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
    AgentGatekeeper keeper = keeper(TWO);
    keeper.judgeBy(new ActivePolicy(engine, comparison));
    LoopVisit first = new LoopVisit("a", seen);
    enter(keeper, first);
    store.answer();
    assertThat(comparison.ledger().traffic().counts()).isEqualTo(new AgreementCounts(0, 0, 0, 0));
    enter(keeper, first);
    settled(keeper, "b");
    settled(keeper, "c");
    assertThat(seen).last().isEqualTo("c refused");
    assertThat(comparison.ledger().traffic().counts())
        .as("one that both admit, one that only the candidate rejects, one that both do")
        .isEqualTo(new AgreementCounts(1, 0, 1, 1));
  }

  private LoopVisit arrived(AgentGatekeeper keeper, String name) {
    LoopVisit visit = new LoopVisit(name, seen);
    visit.milestone = Milestone.ARRIVED;
    return settled(keeper, visit);
  }

  private LoopVisit settled(AgentGatekeeper keeper, String name) {
    return settled(keeper, new LoopVisit(name, seen));
  }

  private LoopVisit settled(AgentGatekeeper keeper, LoopVisit visit) {
    assertThat(enter(keeper, visit)).isInstanceOf(SuspendedTicket.class);
    store.answer();
    enter(keeper, visit);
    return visit;
  }

  private static void end(LoopVisit visit) {
    Objects.requireNonNull(visit.atEnd).run();
  }

  private @Nullable Ticket enter(AgentGatekeeper keeper, LoopVisit visit) {
    return keeper.enter("trace", this, visit, null);
  }

  private AgentGatekeeper keeper(String rules) {
    return new AgentGatekeeper(List.of(new TraceHook()), engine(rules), store, AgentLog.onStderr());
  }

  private Engine engine(String rules) {
    return new Engine(
        Good.file("version: 1\n" + rules).rules().inbound(), store, KeyHash.withRandomSecret());
  }
}
