package dev.penstock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import dev.penstock.http.Milestone;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import org.junit.jupiter.api.Test;

/** Rules whose key is known at a later hook decide there. A call is charged all or nothing. */
class DeferredRulesTest {
  private static final FakeCall CALL = FakeCall.of("GET /orders/7");

  private final ManualTicker ticker = new ManualTicker();
  private final LocalStore store = new LocalStore(ticker, 1_000, AgentLog.onStderr());

  @Test
  void aRuleByUserIsDeferredUntilAfterTheFilters() {
    Engine engine = engine("api: { match: /**, key: user | ip, rate: 2/min }");
    Decision decision = engine.decide(arrived(CALL));
    assertThat(describe(decision)).isEqualTo("+");
    assertThat(decision.isOpen()).isTrue();
    assertThat(store.liveKeys()).isZero();
    engine.resume(decision, CALL.known("user", "ann").at(Milestone.IDENTIFIED, "/orders/{id}"));
    assertThat(describe(decision)).isEqualTo("+ api:1");
    assertThat(decision.isOpen()).isFalse();
  }

  @Test
  void aUserThatIsKnownAtOnceIsDecidedAtOnce() {
    Engine engine = engine("api: { match: /**, key: user | ip, rate: 2/min }");
    Decision decision = engine.decide(arrived(CALL.known("user", "ann")));
    assertThat(describe(decision)).isEqualTo("+ api:1");
    assertThat(decision.isOpen()).isFalse();
  }

  @Test
  void aRuleByAFormFieldIsDeferredUntilTheFormCanBeReplayed() {
    Engine engine =
        engine(
            """
            all: { match: /**, rate: 5/min }
              login: { match: /**, key: form.name, on-missing-key: skip, rate: 2/min }\
            """);
    Decision decision = engine.decide(CALL.known("milestone", Milestone.ENTERED.name()));
    assertThat(describe(decision)).isEqualTo("+ all:4");
    assertThat(decision.isOpen()).isTrue();
    engine.resume(decision, arrived(CALL.known("form.name", "ann")));
    assertThat(describe(decision)).isEqualTo("+ all:4 login:1");
    assertThat(decision.isOpen()).isFalse();
  }

  @Test
  void anEarlierAlternativeOfTheKeyIsEnough() {
    Engine engine = engine("api: { match: /**, key: header.X-Key | user, rate: 2/min }");
    assertThat(describe(engine.decide(arrived(CALL.with("X-Key", "k"))))).isEqualTo("+ api:1");
    assertThat(engine.decide(arrived(CALL)).isOpen()).isTrue();
  }

  @Test
  void rulesThatNeedNoRouteAreNotDeferred() {
    Engine engine =
        engine(
            """
            all: { match: /**, rate: 5/min }
              each: { match: /**, key: route, rate: 2/min }\
            """);
    Decision decision = engine.decide(arrived(CALL));
    assertThat(describe(decision)).isEqualTo("+ all:4");
    engine.resume(decision, CALL.at(Milestone.IDENTIFIED, "/not/known/yet"));
    assertThat(describe(decision)).isEqualTo("+ all:4");
    assertThat(decision.isOpen()).isTrue();
    engine.resume(decision, CALL.at(Milestone.ROUTED, "/orders/{id}"));
    assertThat(describe(decision)).isEqualTo("+ all:4 each:1");
    assertThat(decision.isOpen()).isFalse();
  }

  @Test
  void theRouteIsThatOfTheFramework() {
    Engine engine = engine("each: { match: /**, key: route, rate: 2/min }");
    assertThat(decideFully(engine, "GET /orders/1", "/orders/{id}")).isEqualTo("+ each:1");
    assertThat(decideFully(engine, "GET /orders/2", "/orders/{id}")).isEqualTo("+ each:0");
    assertThat(decideFully(engine, "GET /orders/3", "/orders/{id}")).isEqualTo("- each:0");
    assertThat(decideFully(engine, "GET /items/3", "/items/{id}")).isEqualTo("+ each:1");
  }

  @Test
  void aRejectionByADeferredRuleRefundsEarlierCharges() {
    Engine engine =
        engine(
            """
            all: { match: /**, rate: 5/min, algorithm: fixed-window }
              log: { match: /**, rate: 4/min, algorithm: sliding-log }
              slots: { match: /**, concurrency: 3 }
              each: { match: /**, key: route, rate: 1/min, algorithm: fixed-window }\
            """);
    assertThat(decideFully(engine, "GET /orders/1", "/orders/{id}"))
        .isEqualTo("+ all:4 log:3 slots:2 each:0");
    Decision decision = engine.decide(arrived(CALL));
    assertThat(describe(decision)).isEqualTo("+ all:3 log:2 slots:1");
    engine.resume(decision, CALL.at(Milestone.ROUTED, "/orders/{id}"));
    assertThat(describe(decision)).isEqualTo("- all:4 log:3 slots:2 each:0");
    assertThat(decision.waitMicros(0)).isZero();
    assertThat(decision.waitMicros()).isEqualTo(decision.waitMicros(3)).isPositive();
    assertThat(decideFully(engine, "GET /items/1", "/items/{id}"))
        .isEqualTo("+ all:3 log:2 slots:1 each:0");
  }

  @Test
  void anEarlyRejectionIsNotOpen() {
    Engine engine =
        engine(
            """
            all: { match: /**, rate: 1/min }
              each: { match: /**, key: route, rate: 5/min }\
            """);
    decideFully(engine, "GET /orders/1", "/orders/{id}");
    Decision decision = engine.decide(arrived(CALL));
    assertThat(describe(decision)).isEqualTo("- all:0");
    assertThat(decision.isOpen()).isFalse();
  }

  @Test
  void aCallDeniedForItsMissingKeySpendsNothingElsewhere() {
    Engine engine =
        engine(
            """
            all: { match: /**, rate: 5/min, algorithm: fixed-window }
              mine: { match: /**, key: header.X, on-missing-key: deny, rate: 5/min }
              me: { match: /**, key: user, on-missing-key: deny, rate: 5/min }\
            """);
    assertThat(describe(engine.decide(arrived(CALL)))).isEqualTo("-");
    Decision decision = engine.decide(arrived(CALL.with("X", "x")));
    assertThat(describe(decision)).isEqualTo("+ all:4 mine:4");
    engine.resume(decision, CALL.with("X", "x").at(Milestone.IDENTIFIED, ""));
    assertThat(describe(decision)).isEqualTo("-");
    decision = engine.decide(arrived(CALL.with("X", "x").known("user", "ann")));
    assertThat(describe(decision)).isEqualTo("+ all:4 mine:4 me:4");
  }

  @Test
  void theNextDecisionOfTheThreadDoesNotDisturbAnOpenOne() {
    Engine engine =
        engine(
            """
            all: { match: /**, rate: 9/min }
              each: { match: /**, key: route, rate: 2/min }\
            """);
    Decision one = engine.decide(arrived(CALL));
    Decision other = engine.decide(arrived(FakeCall.of("GET /items/1")));
    engine.resume(other, FakeCall.of("GET /items/1").at(Milestone.ROUTED, "/items/{id}"));
    engine.resume(one, CALL.at(Milestone.ROUTED, "/orders/{id}"));
    assertThat(describe(one)).isEqualTo("+ all:8 each:1");
    assertThat(describe(other)).isEqualTo("+ all:7 each:1");
  }

  @Test
  void aRuleInShadowIsNotDeferred() {
    Engine engine = engine("each: { match: /**, key: route, rate: 1/min, mode: shadow }");
    assertThat(engine.decide(arrived(CALL)).isOpen()).isFalse();
    assertThat(engine.needsRoutes()).isFalse();
  }

  private String decideFully(Engine engine, String line, String route) {
    FakeCall call = FakeCall.of(line);
    Decision decision = engine.decide(arrived(call));
    engine.resume(decision, call.at(Milestone.ROUTED, route));
    return describe(decision);
  }

  private static FakeCall arrived(FakeCall call) {
    return call.known("milestone", Milestone.ARRIVED.name());
  }

  private static String describe(Decision decision) {
    StringBuilder text = new StringBuilder(decision.isRejected() ? "-" : "+");
    for (int i = 0; i < decision.quotas(); i++) {
      text.append(' ').append(decision.name(i)).append(':').append(decision.remaining(i));
    }
    return text.toString();
  }

  private Engine engine(String rules) {
    return new Engine(
        Good.file("version: 1\ninbound:\n  " + rules).rules().inbound(),
        store,
        KeyHash.withRandomSecret());
  }
}
