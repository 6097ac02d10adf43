package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.config.ParsedRules;
import dev.penstock.rules.config.RulesFile;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import java.io.File;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks that each sample behaves as its comment says. */
class InboundSamplesTest {
  private final LocalStore store =
      new LocalStore(new ManualTicker(), /* mostKeys= */ 1_000, AgentLog.onStderr());

  private Engine engine(String sample) {
    return engine(sample, /* mode= */ null);
  }

  private Engine engine(String sample, @Nullable String mode) {
    File file = new File("../config-samples/" + sample + ".yaml");
    ParsedRules parsed = RulesFile.read(file, name -> name.equals("PENSTOCK_MODE") ? mode : null);
    return new Engine(((ParsedRules.Good) parsed).rules().inbound(), store, new KeyHash(1, 2));
  }

  /** The number of admitted requests, out of several at one instant. */
  private static int admitted(Engine engine, FakeCall call, int calls) {
    int admitted = 0;
    for (int i = 0; i < calls; i++) {
      admitted += engine.decide(call).isRejected() ? 0 : 1;
    }
    return admitted;
  }

  /** The number of admitted requests, out of several whose responses have this status. */
  private int admitted(Engine engine, FakeCall call, int calls, int status) {
    int admitted = 0;
    for (int i = 0; i < calls; i++) {
      Decision decision = engine.decide(call);
      if (!decision.isRejected()) {
        admitted++;
        EndOfCallActions actions = decision.endOfCallActions(store, /* earlier= */ null);
        if (actions != null) {
          actions.end(status);
        }
      }
    }
    return admitted;
  }

  @Test
  void loginProtectionSlowsDownGuessing() {
    Engine engine = engine("login-protection");
    FakeCall ann = FakeCall.of("POST /login").known("form.username", "ann");
    assertThat(admitted(engine, ann, 50, 200)).isEqualTo(50);
    assertThat(admitted(engine, ann, 9, 401)).isEqualTo(5);
    assertThat(admitted(engine, ann.from("5.6.7.8"), 9, 401)).isEqualTo(5);
    assertThat(admitted(engine, ann.from("9.9.9.9"), 9, 401)).isZero();
    FakeCall bob = FakeCall.of("POST /login").known("form.username", "bob");
    assertThat(admitted(engine, bob, 4, 401)).isEqualTo(4);
    assertThat(admitted(engine, bob, 1, 200)).isEqualTo(1);
    assertThat(admitted(engine, bob, 9, 401)).isEqualTo(5);
    assertThat(admitted(engine, FakeCall.of("GET /login"), 99)).isEqualTo(99);
  }

  @Test
  void tiersLimitByPlan() {
    Engine engine = engine("tiers");
    FakeCall call = FakeCall.of("GET /api/orders");
    assertThat(admitted(engine, call, 2_000)).isEqualTo(10);
    assertThat(admitted(engine, call.with("X-API-Key", "unknown"), 2_000)).isEqualTo(10);
    assertThat(admitted(engine, call.with("X-API-Key", "k-acme"), 2_000)).isEqualTo(100);
    assertThat(admitted(engine, call.with("X-API-Key", "k-globex"), 2_000)).isEqualTo(1_000);
  }

  @Test
  void apiPerUserHasThreeNestedLimits() {
    Engine engine = engine("api-per-user");
    FakeCall call = FakeCall.of("GET /api/orders").with("X-Tenant", "t1");
    for (int user = 0; user < 10; user++) {
      assertThat(admitted(engine, call.known("user", "u" + user), 101)).isEqualTo(100);
    }
    assertThat(admitted(engine, call.known("user", "late"), 1)).isZero();
    assertThat(admitted(engine, FakeCall.of("GET /api/orders"), 101)).isEqualTo(100);
    assertThat(admitted(engine, FakeCall.of("GET /api/status"), 9_000)).isEqualTo(9_000);
    assertThat(admitted(engine, FakeCall.of("GET /api/public/x"), 9_000)).isEqualTo(3_900);
  }

  @Test
  void vendorAppBehindAProxyCountsByClient() {
    Engine engine = engine("vendor-app-behind-a-proxy");
    FakeCall call = FakeCall.of("GET /shop").from("10.0.0.1");
    assertThat(admitted(engine, call.with("X-Forwarded-For", "203.0.113.9"), 30)).isEqualTo(20);
    assertThat(admitted(engine, call.with("X-Forwarded-For", "6.6.6.6, 203.0.113.9"), 9)).isZero();
    assertThat(admitted(engine, call.with("X-Forwarded-For", "203.0.113.8"), 30)).isEqualTo(20);
    assertThat(admitted(engine, FakeCall.of("GET /x").from("10.1.2.3"), 99)).isEqualTo(99);
    assertThat(engine.decide(FakeCall.of("GET /reports/x"), 180).isShed()).isTrue();
    assertThat(engine.decide(FakeCall.of("GET /x"), 180).isShed()).isFalse();
    assertThat(engine.decide(FakeCall.of("GET /x"), 201).isShed()).isTrue();
    assertThat(engine.decide(FakeCall.of("POST /payments/7"), 201).isShed()).isFalse();
  }

  @Test
  void dailyQuotaCannotBeUsedUpAtOnce() {
    Engine engine = engine("daily-quota");
    FakeCall call = FakeCall.of("GET /api/orders").with("X-API-Key", "k1");
    assertThat(admitted(engine, call, 50)).isEqualTo(20);
    Decision decision = engine.decide(call);
    assertThat(decision.remaining(0)).isEqualTo(980);
    assertThat(decision.remaining(1)).isEqualTo(19_980);
  }

  @Test
  void expensiveEndpointsCostMore() {
    Engine engine = engine("expensive-endpoints");
    FakeCall ann = FakeCall.of("GET /api/search").known("user", "ann");
    assertThat(admitted(engine, ann, 99)).isEqualTo(12);
    FakeCall bob = FakeCall.of("POST /api/exports").known("user", "bob");
    assertThat(admitted(engine, bob, 9)).isEqualTo(1);
    FakeCall eve = FakeCall.of("GET /api/orders").known("user", "eve");
    assertThat(admitted(engine, eve, 99)).isEqualTo(60);
    FakeCall mail = FakeCall.of("POST /api/mails");
    assertThat(admitted(engine, mail, 99)).isEqualTo(16);
  }

  @Test
  void killSwitchTurnsEverythingOff() {
    FakeCall call = FakeCall.of("GET /api/orders");
    assertThat(admitted(engine("kill-switch", "off"), call, 2_000)).isEqualTo(2_000);
    assertThat(admitted(engine("kill-switch", "shadow"), call, 2_000)).isEqualTo(2_000);
    Engine engine = engine("kill-switch");
    int enforcedForNext = 0;
    for (int client = 0; client < 200; client++) {
      int admitted = admitted(engine, call.from("10.0.0." + client), 700);
      assertThat(admitted).isIn(300, 600);
      enforcedForNext += admitted == 300 ? 1 : 0;
    }
    assertThat(enforcedForNext).isBetween(1, 30);
  }
}
