package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.engine.Decision;
import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.Mode;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Rule;
import dev.penstock.rules.config.ParsedRules;
import dev.penstock.rules.config.RulesFile;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that each sample for outbound calls behaves as its comment says. */
class OutboundSamplesTest {
  private final ManualTicker ticker = new ManualTicker();
  private final LocalStore store =
      new LocalStore(ticker, /* mostKeys= */ 1_000, AgentLog.onStderr());

  private Engine engine(String sample) {
    File file = new File("../config-samples/outbound-" + sample + ".yaml");
    ParsedRules.Good good = (ParsedRules.Good) RulesFile.read(file, name -> null);
    return new Engine(good.rules().outbound(), store, new KeyHash(1, 2));
  }

  /** The number of calls that are admitted at once or later, out of several at one instant. */
  private static int admitted(Engine engine, String call, int calls) {
    return admitted(engine, FakeCall.to(call), calls);
  }

  private static int admitted(Engine engine, FakeCall call, int calls) {
    int admitted = 0;
    for (int i = 0; i < calls; i++) {
      admitted += engine.decide(call).isRejected() ? 0 : 1;
    }
    return admitted;
  }

  private static List<PacingSettings> pacings(Engine engine) {
    return engine.ruleSet().rules().stream().map(Rule::pacing).toList();
  }

  @Test
  void paymentsAreSpacedEvenlyForUpToTwoSeconds() {
    Engine engine = engine("payments");
    List<Long> delayMillis = new ArrayList<>();
    for (int i = 0; i < 51; i++) {
      Decision decision = engine.decide(FakeCall.to("GET https://api.payments.example/v1/charges"));
      assertThat(decision.isRejected()).isFalse();
      delayMillis.add(decision.delayMicros() / 1_000);
    }
    assertThat(delayMillis).startsWith(0L, 40L, 80L).endsWith(1_960L, 2_000L);
    assertThat(admitted(engine, "GET https://api.payments.example/v1/charges", 9)).isZero();
    assertThat(admitted(engine, "GET https://www.payments.example/", 99)).isEqualTo(99);
    assertThat(pacings(engine))
        .extracting(PacingSettings::learn)
        .containsExactly(true, false, false);
  }

  @Test
  void paymentSearchesHaveALowerLimit() {
    Engine engine = engine("payments");
    assertThat(admitted(engine, "GET https://api.payments.example/v1/charges/search", 99))
        .isEqualTo(41);
    assertThat(admitted(engine, "GET https://api.payments.example/v1/charges", 99)).isEqualTo(10);
  }

  @Test
  void paymentWritesAreLimitedInFlight() {
    Engine engine = engine("payments");
    assertThat(admitted(engine, "POST https://api.payments.example/v1/charges", 99)).isEqualTo(10);
    assertThat(admitted(engine, "GET https://api.payments.example/v1/charges", 99)).isEqualTo(41);
  }

  @Test
  void codeHostCountsByToken() {
    Engine engine = engine("code-host");
    FakeCall read = FakeCall.to("GET https://api.code.example/repos");
    assertThat(admitted(engine, read.with("Authorization", "t1"), 999)).isEqualTo(100);
    assertThat(admitted(engine, read.with("Authorization", "t2"), 999)).isEqualTo(100);
    FakeCall write = FakeCall.to("PATCH https://api.code.example/repos/1");
    assertThat(admitted(engine, write.with("Authorization", "t3"), 999)).isEqualTo(61);
    assertThat(admitted(engine, read.with("Authorization", "t3"), 999)).isEqualTo(39);
    assertThat(engine.ruleSet().rules()).extracting(Rule::reserves).containsExactly(false, true);
  }

  @Test
  void languageModelHasAPaceAndALimitOfCallsInFlight() {
    Engine engine = engine("language-model");
    FakeCall chat = FakeCall.to("POST https://llm.example/v1/chat/completions");
    int admitted = 0;
    for (int i = 0; i < 99; i++) {
      // 500 per minute are one every 120 ms; none is admitted early.
      admitted += admitted(engine, chat.with("X-Project", "p1"), 9);
      ticker.advance(120_000);
    }
    assertThat(admitted).isEqualTo(32);
    assertThat(admitted(engine, chat.with("X-Project", "p2"), 9)).isZero();
  }

  @Test
  void startingABatchOfALanguageModelCostsMore() {
    Engine engine = engine("language-model");
    assertThat(admitted(engine, "GET https://llm.example/v1/batches/7", 25)).isEqualTo(25);
    assertThat(admitted(engine, "POST https://llm.example/v1/batches", 25)).isEqualTo(3);
    assertThat(admitted(engine, "GET https://llm.example/v1/batches/7", 25)).isEqualTo(5);
  }

  @Test
  void everyExternalHostHasItsOwnBudget() {
    Engine engine = engine("any-host");
    assertThat(admitted(engine, "GET https://a.example/x", 99)).isEqualTo(20);
    assertThat(admitted(engine, "GET https://b.example/x", 99)).isEqualTo(20);
    assertThat(admitted(engine, "GET https://a.internal.example/x", 99)).isEqualTo(99);
    assertThat(admitted(engine, "GET http://a.example:8080/x", 99)).isEqualTo(99);
    assertThat(pacings(engine))
        .extracting(PacingSettings::learn)
        .containsExactly(true, false, false);
  }

  @Test
  void robotsRuleIsInShadowMode() {
    Engine engine = engine("any-host");
    assertThat(admitted(engine, "GET https://a.example/robots.txt", 99)).isEqualTo(20);
    assertThat(engine.ruleSet().rules())
        .filteredOn(rule -> rule.mode() == Mode.SHADOW)
        .extracting(Rule::name)
        .containsExactly("robots");
  }
}
