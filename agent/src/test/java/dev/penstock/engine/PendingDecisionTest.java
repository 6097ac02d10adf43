package dev.penstock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import dev.penstock.http.Milestone;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.SlowStore;
import dev.penstock.store.local.LocalStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Decisions for threads that must not block, with a store that settles claims later. */
class PendingDecisionTest {
  private final SlowStore store =
      new SlowStore(new LocalStore(new ManualTicker(), /* mostKeys= */ 100, AgentLog.onStderr()));
  private final List<String> completed = new ArrayList<>();

  @AfterEach
  void noEventLoopWasBlocked() {
    store.checkEventLoopNotBlocked();
  }

  @Test
  void pendingDecisionsOfOneThreadAreSeparate() {
    Engine engine = engine("a: { match: /**, rate: 1/min, algorithm: fixed-window }");
    Decision first = engine.decide(call("GET /a"));
    Decision second = engine.decide(call("GET /b"));
    assertThat(first).isNotSameAs(second);
    first.whenDecided(() -> completed.add("first"));
    second.whenDecided(() -> completed.add("second"));
    store.settleNewest();
    assertThat(first.isPending()).isTrue();
    assertThat(second.isPending()).isFalse();
    assertThat(second.isRejected()).isFalse();
    store.settleOldest();
    assertThat(first.isRejected()).as("the store has settled the second decision first").isTrue();
    assertThat(completed).containsExactly("second", "first");
  }

  @Test
  void aListenerOfACompleteDecisionRunsAtOnce() {
    Engine engine = engine("a: { match: /**, rate: 1/min }");
    Decision decision = engine.decide(call("GET /a"));
    store.settleOldest();
    decision.whenDecided(() -> completed.add("late"));
    assertThat(completed).containsExactly("late");
  }

  @Test
  void anOpenDecisionIsPendingAgainAtTheNextHook() {
    Engine engine =
        engine(
            "a: { match: /**, rate: 9/min }",
            "b: { match: /**, key: route, rate: 1/min, algorithm: fixed-window }");
    for (boolean rejected : new boolean[] {false, true}) {
      FakeCall call = call("GET /a").at(Milestone.ARRIVED, "");
      Decision decision = engine.decide(call);
      assertThat(decision.hasDeferredRules()).isTrue();
      store.settleOldest();
      assertThat(decision.isOpen()).isTrue();
      engine.resume(decision, call.at(Milestone.ROUTED, "/{a}"));
      assertThat(decision.isPending()).isTrue();
      decision.whenDecided(() -> completed.add("resumed"));
      store.settleOldest();
      assertThat(decision.isRejected()).isEqualTo(rejected);
    }
    assertThat(completed).containsExactly("resumed", "resumed");
  }

  @Test
  void aCallWithoutAMatchingRuleIsNotPending() {
    Engine engine = engine("a: { match: /a, rate: 1/min }");
    assertThat(engine.decide(call("GET /b")).isPending()).isFalse();
    assertThat(store.asyncSettlements()).isZero();
  }

  private static FakeCall call(String line) {
    return FakeCall.of(line).onAnEventLoop();
  }

  private Engine engine(String... rules) {
    String file = "version: 1\ninbound:\n  " + String.join("\n  ", rules);
    return new Engine(Good.file(file).rules().inbound(), store, KeyHash.withRandomSecret());
  }
}
