package dev.penstock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Call;
import dev.penstock.http.FakeCall;
import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.TokenBucket;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.CountedResponses;
import dev.penstock.rules.Exemption;
import dev.penstock.rules.FileSettings;
import dev.penstock.rules.MissingKeyPolicy;
import dev.penstock.rules.Mode;
import dev.penstock.rules.Plans;
import dev.penstock.rules.Quota;
import dev.penstock.rules.RejectionStyle;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.key.ClientAddress;
import dev.penstock.rules.key.GlobalKey;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.rules.key.KeySource;
import dev.penstock.rules.key.NamedValueKey;
import dev.penstock.rules.key.RequestPart;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.PathPattern;
import dev.penstock.rules.match.StatusRange;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import dev.penstock.store.redis.client.FailurePolicy;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rules with several quotas, costs, plans, counted responses and missing keys. */
class QuotasTest {
  private static final long MINUTE = 60_000_000;
  private static final KeySource API_KEY = new NamedValueKey(RequestPart.HEADER, "X-API-Key");

  private final ManualTicker ticker = new ManualTicker();
  private final LocalStore store = new LocalStore(ticker, 1_000, AgentLog.onStderr());

  @Test
  void quotasOfUserTenantAndAllClientsApplyTogether() {
    Engine engine =
        engine(
            rule(
                quota("user", API_KEY, new FixedWindow(2, MINUTE)),
                quota(
                    "tenant",
                    new NamedValueKey(RequestPart.HEADER, "X-Tenant"),
                    new SlidingLog(3, MINUTE)),
                quota("all", GlobalKey.INSTANCE, new TokenBucket(4, MINUTE, 4))));
    assertThat(decide(engine, call("k1", "t1"))).isEqualTo("+ user:1 tenant:2 all:3");
    assertThat(decide(engine, call("k1", "t1"))).isEqualTo("+ user:0 tenant:1 all:2");
    assertThat(decide(engine, call("k1", "t1"))).isEqualTo("- user:0 tenant:1 all:2");
    assertThat(decide(engine, call("k2", "t1"))).isEqualTo("+ user:1 tenant:0 all:1");
    assertThat(decide(engine, call("k3", "t1"))).isEqualTo("- user:2 tenant:0 all:1");
    assertThat(decide(engine, call("k4", "t2"))).isEqualTo("+ user:1 tenant:2 all:0");
    assertThat(decide(engine, call("k5", "t3"))).isEqualTo("- user:2 tenant:3 all:0");
  }

  @Test
  void theCostOfAMatchOverridesTheCostOfItsRule() {
    Match cheap = new Match(List.of(), PathPattern.parse("/cheap"));
    Match expensive =
        new Match(List.of(), PathPattern.parse("/expensive"), List.of(), List.of(), /* cost= */ 5);
    Rule rule =
        with(
            rule(quota("api", GlobalKey.INSTANCE, new FixedWindow(10, MINUTE))),
            List.of(cheap, expensive),
            2);
    Engine engine = engine(rule);
    assertThat(decide(engine, FakeCall.of("GET /expensive"))).isEqualTo("+ api:5");
    assertThat(decide(engine, FakeCall.of("GET /cheap"))).isEqualTo("+ api:3");
    assertThat(decide(engine, FakeCall.of("GET /expensive"))).isEqualTo("- api:3");
    assertThat(decide(engine, FakeCall.of("GET /cheap"))).isEqualTo("+ api:1");
  }

  @Test
  void onlyResponsesThatCountAreCharged() {
    CountedResponses failures = new CountedResponses(List.of(new StatusRange(401, 403)), List.of());
    Engine engine =
        engine(
            counted(
                rule(quota("login", GlobalKey.INSTANCE, new FixedWindow(2, MINUTE))), failures));
    for (int i = 0; i < 5; i++) {
      assertThat(decideAndEnd(engine, 200)).isEqualTo("+ login:1");
    }
    assertThat(decideAndEnd(engine, 401)).isEqualTo("+ login:1");
    assertThat(decideAndEnd(engine, 403)).isEqualTo("+ login:0");
    assertThat(decideAndEnd(engine, 200)).isEqualTo("- login:0");
  }

  @Test
  void parallelCallsCannotBypassALimitThatCountsResponses() {
    CountedResponses failures = new CountedResponses(List.of(new StatusRange(401, 401)), List.of());
    Engine engine =
        engine(
            counted(
                rule(quota("login", GlobalKey.INSTANCE, new FixedWindow(2, MINUTE))), failures));
    assertThat(decide(engine, FakeCall.of("POST /"))).startsWith("+");
    assertThat(decide(engine, FakeCall.of("POST /"))).startsWith("+");
    assertThat(decide(engine, FakeCall.of("POST /"))).startsWith("-");
  }

  @Test
  void aResponseCanClearTheKey() {
    CountedResponses failures = new CountedResponses(List.of(new StatusRange(401, 401)), List.of());
    Quota quota =
        new Quota(
            "login",
            GlobalKey.INSTANCE,
            MissingKeyPolicy.IP,
            Map.of("", new SlidingLog(3, MINUTE)),
            "3/min",
            FailurePolicy.LOCAL,
            /* algorithm= */ "sliding-log",
            Quota.SHARED_QUEUE,
            /* resetOn= */ List.of(new StatusRange(200, 299)));
    Engine engine = engine(counted(rule(quota), failures));
    assertThat(decideAndEnd(engine, 401)).isEqualTo("+ login:2");
    assertThat(decideAndEnd(engine, 401)).isEqualTo("+ login:1");
    assertThat(decideAndEnd(engine, 204)).isEqualTo("+ login:0");
    assertThat(decideAndEnd(engine, 401)).isEqualTo("+ login:2");
  }

  @Test
  void aCallInFlightTakesASlotUntilItEnds() {
    Engine engine = engine(rule(quota("uploads", GlobalKey.INSTANCE, new Concurrency(2))));
    EndOfCallActions first = admit(engine);
    EndOfCallActions second = admit(engine);
    assertThat(decide(engine, FakeCall.of("POST /"))).isEqualTo("- uploads:0");
    first.end(200);
    first.end(200);
    assertThat(decide(engine, FakeCall.of("POST /"))).isEqualTo("+ uploads:0");
    assertThat(decide(engine, FakeCall.of("POST /"))).isEqualTo("- uploads:0");
    second.end(500);
    assertThat(decide(engine, FakeCall.of("POST /"))).isEqualTo("+ uploads:0");
  }

  @Test
  void aMissingKeyIsSkippedDeniedOrReplacedByTheAddress() {
    Limit two = new FixedWindow(2, MINUTE);
    Engine skip =
        engine(rule(new Quota("q", API_KEY, MissingKeyPolicy.SKIP, Map.of("", two), "2/min")));
    assertThat(decide(skip, FakeCall.of("GET /"))).isEqualTo("+");
    Engine deny =
        engine(rule(new Quota("q", API_KEY, MissingKeyPolicy.DENY, Map.of("", two), "2/min")));
    assertThat(decide(deny, FakeCall.of("GET /"))).isEqualTo("-");
    assertThat(deny.decide(FakeCall.of("GET /")).waitMicros()).isEqualTo(Limit.NEVER);
    assertThat(decide(deny, call("k", "t"))).isEqualTo("+ q:1");
    Engine ip =
        engine(rule(new Quota("r", API_KEY, MissingKeyPolicy.IP, Map.of("", two), "2/min")));
    assertThat(decide(ip, FakeCall.of("GET /"))).isEqualTo("+ r:1");
    assertThat(decide(ip, FakeCall.of("GET /").from("9.9.9.9"))).isEqualTo("+ r:1");
    assertThat(decide(ip, FakeCall.of("GET /"))).isEqualTo("+ r:0");
  }

  @Test
  void theLimitDependsOnThePlan() {
    Map<String, Limit> byPlan =
        Map.of("free", new FixedWindow(1, MINUTE), "pro", new FixedWindow(10, MINUTE));
    Rule rule = rule(new Quota("q", API_KEY, MissingKeyPolicy.IP, byPlan, "by plan"));
    Plans plans = new Plans(API_KEY, Map.of("k1", "pro", "k2", "free"), "free");
    Engine engine = engine(settings(plans), rule);
    assertThat(decide(engine, call("k1", "t"))).isEqualTo("+ q:9");
    assertThat(decide(engine, call("k2", "t"))).isEqualTo("+ q:0");
    assertThat(decide(engine, call("unknown", "t"))).isEqualTo("+ q:0");
    assertThat(decide(engine, FakeCall.of("GET /"))).isEqualTo("+ q:0");
  }

  @Test
  void anEnforcedPercentageAlwaysRejectsTheSameKeys() {
    Rule rule = rule(quota("q", API_KEY, new FixedWindow(1, MINUTE)));
    Rule share =
        new Rule("r", rule.matches(), rule.quotas(), 1, Mode.ENFORCE, 20, null, rule.answer());
    Engine engine = engine(share);
    int enforced = 0;
    for (int key = 0; key < 1_000; key++) {
      Call call = call("k" + key, "t");
      engine.decide(call);
      boolean rejected = engine.decide(call).isRejected();
      assertThat(engine.decide(call).isRejected()).isEqualTo(rejected);
      enforced += rejected ? 1 : 0;
    }
    assertThat(enforced).isBetween(150, 250);
  }

  @Test
  void aRuleInShadowDoesNotAffectOtherRules() {
    Rule strict = rule(quota("strict", GlobalKey.INSTANCE, new FixedWindow(1, MINUTE)));
    Rule shadow =
        new Rule(
            "s", strict.matches(), strict.quotas(), 1, Mode.SHADOW, 100, null, strict.answer());
    Engine engine =
        engine(shadow, rule(quota("api", GlobalKey.INSTANCE, new FixedWindow(3, MINUTE))));
    assertThat(decide(engine, FakeCall.of("GET /"))).isEqualTo("+ api:2");
    assertThat(decide(engine, FakeCall.of("GET /"))).isEqualTo("+ api:1");
    assertThat(decide(engine, FakeCall.of("GET /"))).isEqualTo("+ api:0");
    assertThat(decide(engine, FakeCall.of("GET /"))).isEqualTo("- api:0");
  }

  @Test
  void anEarlyCallIsDelayedUpToItsMaximumWait() {
    Limit oneASecond = new TokenBucket(1, 1_000_000, 1, /* patienceMicros= */ 2_000_000);
    Engine engine = engine(rule(quota("q", GlobalKey.INSTANCE, oneASecond)));
    long[] delays = new long[3];
    for (int i = 0; i < 3; i++) {
      Decision decision = engine.decide(FakeCall.of("GET /"));
      assertThat(decision.isRejected()).isFalse();
      delays[i] = decision.delayMicros();
    }
    assertThat(delays).containsExactly(0, 1_000_000, 2_000_000);
    assertThat(engine.decide(FakeCall.of("GET /")).isRejected()).isTrue();
  }

  private static Call call(String apiKey, String tenant) {
    return FakeCall.of("GET /").with("X-API-Key", apiKey).with("X-Tenant", tenant);
  }

  private EndOfCallActions admit(Engine engine) {
    Decision decision = engine.decide(FakeCall.of("POST /"));
    assertThat(decision.isRejected()).isFalse();
    EndOfCallActions actions = decision.endOfCallActions(store, /* earlier= */ null);
    assertThat(actions).isNotNull();
    return actions;
  }

  private String decideAndEnd(Engine engine, int status) {
    Decision decision = engine.decide(FakeCall.of("POST /"));
    String result = describe(decision);
    EndOfCallActions actions =
        decision.isRejected() ? null : decision.endOfCallActions(store, /* earlier= */ null);
    if (actions != null) {
      actions.end(status);
    }
    return result;
  }

  private static String decide(Engine engine, Call call) {
    return describe(engine.decide(call));
  }

  private static String describe(Decision decision) {
    StringBuilder text = new StringBuilder(decision.isRejected() ? "-" : "+");
    for (int i = 0; i < decision.quotas(); i++) {
      text.append(' ').append(decision.name(i)).append(':').append(decision.remaining(i));
    }
    return text.toString();
  }

  private Engine engine(Rule... rules) {
    return engine(settings(/* plans= */ null), rules);
  }

  private Engine engine(FileSettings settings, Rule... rules) {
    return new Engine(new RuleSet(settings, List.of(rules)), store, new KeyHash(1, 2));
  }

  private static FileSettings settings(@Nullable Plans plans) {
    return new FileSettings(
        Mode.ENFORCE,
        Exemption.NONE,
        ClientAddress.DIRECT,
        plans,
        /* shedding= */ null,
        /* mostKeys= */ 1_000);
  }

  private static Quota quota(String name, KeySource key, Limit limit) {
    return Quota.of(name, key, limit, limit.toString());
  }

  private static Rule rule(Quota... quotas) {
    List<Match> everything = List.of(new Match(List.of(), PathPattern.parse("/**")));
    return new Rule(
        "r", everything, List.of(quotas), 1, Mode.ENFORCE, 100, null, RejectionStyle.DEFAULT);
  }

  private static Rule counted(Rule rule, CountedResponses counted) {
    return new Rule(
        "r", rule.matches(), rule.quotas(), 1, Mode.ENFORCE, 100, counted, rule.answer());
  }

  private static Rule with(Rule rule, List<Match> matches, long cost) {
    return new Rule("r", matches, rule.quotas(), cost, Mode.ENFORCE, 100, null, rule.answer());
  }
}
