package dev.penstock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import dev.penstock.http.RejectionResponse;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** CORS preflights have a limit of their own, and ordinary rules do not apply to them. */
class PreflightDecisionTest {
  private static final String API = "inbound: { api: { match: /api/**, rate: 1/min } }\n";
  private static final FakeCall PREFLIGHT =
      FakeCall.of("OPTIONS /api/x")
          .with("Origin", "https://shop.example")
          .with("Access-Control-Request-Method", "PUT");

  private final LocalStore store =
      new LocalStore(new ManualTicker(), /* mostKeys= */ 1_000, AgentLog.onStderr());

  @Test
  void anAddressMaySendThreeThousandPreflightsPerMinuteByDefault() {
    Engine engine = engine(API);
    for (int n = 0; n < 3_000; n++) {
      assertThat(engine.decide(PREFLIGHT).isRejected()).isFalse();
    }
    assertThat(engine.decide(PREFLIGHT).isRejected()).isTrue();
    assertThat(engine.decide(PREFLIGHT.from("1.2.3.5")).isRejected()).isFalse();
    assertThat(engine.decide(FakeCall.of("GET /api/x")).isRejected()).isFalse();
  }

  @Test
  void theSettingIsARatePerAddress() {
    Engine engine = engine(API + "preflights: 2/min\n");
    assertThat(engine.decide(PREFLIGHT).isRejected()).isFalse();
    assertThat(engine.decide(PREFLIGHT).isRejected()).isFalse();
    assertThat(engine.decide(PREFLIGHT).isRejected()).isTrue();
    assertThat(engine.decide(PREFLIGHT.from("1.2.3.5")).isRejected()).isFalse();
  }

  @Test
  void aRejectedPreflightGetsRetryAfterAndNothingElse() {
    Engine engine = engine(API + "preflights: 1/min\n");
    FakeWritableResponse response = new FakeWritableResponse();
    RateLimitFields.write(engine.decide(PREFLIGHT), response::addHeader);
    assertThat(response.toString()).isEmpty();
    RejectionResponse rejection = Rejections.response(engine.decide(PREFLIGHT), PREFLIGHT);
    assertThat(rejection.status()).isEqualTo(429);
    assertThat(rejection.fields()).extracting("name").containsExactly("Retry-After");
  }

  @Test
  void noRuleAppliesToUnlimitedPreflights() {
    Engine engine = engine(API + "preflights: unlimited\n");
    for (int n = 0; n < 5_000; n++) {
      assertThat(engine.decide(PREFLIGHT).isExempt()).isTrue();
    }
  }

  @Test
  void aRuleThatNamesOptionsLimitsThemAsWell() {
    Engine engine =
        engine(
            """
            inbound:
              api: { match: /api/**, rate: 1/min }
              options: { match: "GET,OPTIONS /api/**", rate: 2/min }
            """);
    assertThat(engine.decide(PREFLIGHT).isRejected()).isFalse();
    assertThat(engine.decide(PREFLIGHT).isRejected()).isFalse();
    assertThat(rejectedBy(engine)).isEqualTo("options");
  }

  @Test
  void otherOptionsRequestsCountLikeAnyRequest() {
    Engine engine = engine(API);
    FakeCall options = FakeCall.of("OPTIONS /api/x");
    assertThat(engine.decide(options).isRejected()).isFalse();
    assertThat(engine.decide(options).isRejected()).isTrue();
    assertThat(engine.decide(PREFLIGHT.with("Content-Length", "9")).isRejected()).isTrue();
    assertThat(engine.decide(PREFLIGHT.with("Cookie", "session=1")).isRejected()).isTrue();
    assertThat(engine.decide(PREFLIGHT).isRejected()).isFalse();
  }

  @Test
  void exemptionsOfTheFileApplyToPreflightsToo() {
    Engine engine = engine(API + "preflights: 1/min\nexempt: [OPTIONS /api/**]\n");
    for (int n = 0; n < 3; n++) {
      assertThat(engine.decide(PREFLIGHT).isExempt()).isTrue();
    }
  }

  @Test
  void aFileWithoutInboundRulesLimitsNoPreflights() {
    RuleSet rules = Good.file("version: 1\nshed: { capacity: 10 }\n").rules().inbound();
    assertThat(rules.all()).isEmpty();
  }

  @Test
  void onlyAConfiguredPreflightLimitIsListedAmongTheRules() {
    assertThat(Good.file("version: 1\n" + API).rules().inbound().rules())
        .extracting("name")
        .isEqualTo(List.of("api"));
    assertThat(Good.file("version: 1\n" + API + "preflights: 5/s").rules().inbound().rules())
        .extracting("name")
        .isEqualTo(List.of("api", "preflights"));
  }

  private static String rejectedBy(Engine engine) {
    Decision decision = engine.decide(PREFLIGHT);
    return decision.isRejected() ? decision.rule(decision.tightest()).name() : "nothing";
  }

  private Engine engine(String rules) {
    return new Engine(
        Good.file("version: 1\n" + rules).rules().inbound(), store, new KeyHash(1, 2));
  }
}
