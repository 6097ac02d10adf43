package dev.penstock.engine;

import static dev.penstock.engine.Rules.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Call;
import dev.penstock.http.FakeCall;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.TokenBucket;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.Mode;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.key.ClientIpKey;
import dev.penstock.rules.key.GlobalKey;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.rules.key.MethodKey;
import dev.penstock.rules.key.PathVariableKey;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

class EngineTest {
  private static final long MINUTE = 60_000_000;
  private static final Limit FIVE = new FixedWindow(5, MINUTE);
  private static final Limit TWO = new TokenBucket(1, MINUTE, 2);

  private final ManualTicker ticker = new ManualTicker();
  private final LocalStore store =
      new LocalStore(ticker, /* mostKeys= */ 1_000, AgentLog.onStderr());
  private final KeyHash secret = new KeyHash(1, 2);

  private Engine engine(Mode mode, Rule... rules) {
    return new Engine(Rules.of(mode, rules), store, secret);
  }

  /** The decision as text, such as {@code +api:4 login:1}: admitted, and the units left. */
  private static String decide(Engine engine, Call call) {
    Decision decision = engine.decide(call);
    StringJoiner text = new StringJoiner(" ", decision.isRejected() ? "-" : "+", "");
    for (int i = 0; i < decision.quotas(); i++) {
      text.add(decision.rule(i).name() + ":" + decision.remaining(i));
    }
    return text.toString();
  }

  @Test
  void allMatchingRulesGrantOrNothingIsSpent() {
    Engine engine =
        engine(
            Mode.ENFORCE,
            rule("api", "/api/**", ClientIpKey.INSTANCE, FIVE),
            rule("login", "/api/login", ClientIpKey.INSTANCE, TWO),
            rule("other", "/other", ClientIpKey.INSTANCE, TWO));
    Call login = FakeCall.of("POST /api/login");
    Call orders = FakeCall.of("GET /api/orders");
    assertThat(decide(engine, login)).isEqualTo("+api:4 login:1");
    assertThat(decide(engine, login)).isEqualTo("+api:3 login:0");
    assertThat(decide(engine, login)).isEqualTo("-api:3 login:0");
    assertThat(decide(engine, orders)).isEqualTo("+api:2");
    assertThat(decide(engine, FakeCall.of("GET /nothing"))).isEqualTo("+");
    ticker.advance(MINUTE);
    assertThat(decide(engine, login)).isEqualTo("+api:4 login:0");
  }

  @Test
  void eachKeyHasItsOwnBudget() {
    Engine engine =
        engine(
            Mode.ENFORCE,
            rule("ip", "/**", ClientIpKey.INSTANCE, TWO),
            rule("shop", "/shops/{id}/**", new PathVariableKey("id"), TWO),
            rule("method", "/**", MethodKey.INSTANCE, FIVE));
    assertThat(decide(engine, FakeCall.of("GET /shops/1/x"))).isEqualTo("+ip:1 shop:1 method:4");
    assertThat(decide(engine, FakeCall.of("POST /shops/2/x"))).isEqualTo("+ip:0 shop:1 method:4");
    assertThat(decide(engine, FakeCall.of("GET /shops/1/y").from("9.9.9.9")))
        .isEqualTo("+ip:1 shop:0 method:3");
    assertThat(decide(engine, FakeCall.of("GET /shops/1").from("8.8.8.8")))
        .isEqualTo("-ip:2 shop:0 method:3");
  }

  @Test
  void aRuleInShadowNeitherRejectsNorSpendsNorDiscloses() {
    Rule rule = rule("api", "/**", GlobalKey.INSTANCE, TWO);
    Engine enforced = new Engine(Rules.of(Mode.ENFORCE, rule), newStore(), secret);
    Engine shadowed = new Engine(Rules.of(Mode.SHADOW, rule), newStore(), secret);
    for (int i = 0; i < 5; i++) {
      Decision inForce = enforced.decide(FakeCall.of("GET /"));
      Decision shadow = shadowed.decide(FakeCall.of("GET /"));
      assertThat(inForce.isRejected()).isEqualTo(i >= 2);
      assertThat(shadow.isRejected()).isFalse();
      assertThat(shadow.quotas()).as("quotas that could be disclosed").isZero();
    }
  }

  private LocalStore newStore() {
    return new LocalStore(ticker, /* mostKeys= */ 1_000, AgentLog.onStderr());
  }

  @Test
  void modeOffDecidesNothing() {
    Engine engine = engine(Mode.OFF, rule("api", "/**", GlobalKey.INSTANCE, TWO));
    for (int i = 0; i < 5; i++) {
      Decision decision = engine.decide(FakeCall.of("GET /"));
      assertThat(decision.isRejected()).isFalse();
      assertThat(decision.quotas()).isZero();
    }
    assertThat(store.liveKeys()).isZero();
  }

  @Test
  void everyCallIsAdmittedWithoutRules() {
    Engine engine = new Engine(RuleSet.EMPTY, store, secret);
    assertThat(engine.decide(FakeCall.of("GET /")).isRejected()).isFalse();
    assertThat(engine.budgetNames()).isEmpty();
  }

  @Test
  void aReusedDecisionKeepsNothingOfThePreviousOne() {
    Engine engine = engine(Mode.ENFORCE, rule("api", "/api", GlobalKey.INSTANCE, TWO));
    for (int i = 0; i < 3; i++) {
      engine.decide(FakeCall.of("GET /api"));
    }
    Decision decision = engine.decide(FakeCall.of("GET /free"));
    assertThat(decision.isRejected()).isFalse();
    assertThat(decision.waitMicros()).isZero();
  }

  @Test
  void aReloadKeepsCountsUnlessTheKeyChanges() {
    Engine before = engine(Mode.ENFORCE, rule("api", "/**", ClientIpKey.INSTANCE, FIVE));
    decide(before, FakeCall.of("GET /"));
    decide(before, FakeCall.of("GET /"));
    Engine sameKey =
        engine(
            Mode.ENFORCE, rule("api", "/**", ClientIpKey.INSTANCE, new TokenBucket(1, MINUTE, 20)));
    assertThat(decide(sameKey, FakeCall.of("GET /"))).isEqualTo("+api:17");
    Engine otherKey = engine(Mode.ENFORCE, rule("api", "/**", GlobalKey.INSTANCE, FIVE));
    assertThat(decide(otherKey, FakeCall.of("GET /"))).isEqualTo("+api:4");
    store.keepOnly(otherKey.budgetNames());
    assertThat(store.liveKeys()).isEqualTo(1);
  }

  @Test
  void theTightestRuleHasTheLongestWaitOrElseTheFewestUnitsLeft() {
    Engine engine =
        engine(
            Mode.ENFORCE,
            rule("wide", "/**", GlobalKey.INSTANCE, FIVE),
            rule("slow", "/**", GlobalKey.INSTANCE, new TokenBucket(1, 3 * MINUTE, 2)),
            rule("quick", "/**", GlobalKey.INSTANCE, new TokenBucket(1, MINUTE, 2)));
    Call call = FakeCall.of("GET /");
    assertThat(tightest(engine.decide(call))).isEqualTo("slow");
    assertThat(tightest(engine.decide(call))).isEqualTo("slow");
    Decision rejected = engine.decide(call);
    assertThat(rejected.waitMicros()).isEqualTo(3 * MINUTE);
    assertThat(tightest(rejected)).isEqualTo("slow");
    ticker.advance(2 * MINUTE);
    assertThat(engine.decide(call).waitMicros()).isEqualTo(MINUTE);
    ticker.advance(MINUTE - 1);
    assertThat(engine.decide(call).isRejected()).isTrue();
    ticker.advance(1);
    assertThat(engine.decide(call).isRejected()).isFalse();
  }

  private static String tightest(Decision decision) {
    return decision.rule(decision.tightest()).name();
  }
}
