package dev.penstock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import org.junit.jupiter.api.Test;

/** Decisions of the engine by outbound rules. */
class OutboundEngineTest {
  private final LocalStore store =
      new LocalStore(new ManualTicker(), /* mostKeys= */ 1_000, AgentLog.onStderr());

  @Test
  void callsWithoutAKeyShareABudget() {
    Engine engine = engine("a: { match: 'https://*/**', key: header.X, " + TWO + " }");
    assertThat(admitted(engine, call("a.org"), 3)).isEqualTo(2);
    assertThat(admitted(engine, call("b.org").from("9.9.9.9"), 3)).isZero();
    assertThat(admitted(engine, call("a.org").with("X", "1"), 3)).isEqualTo(2);
  }

  @Test
  void onlyTheMissingPartOfACombinedKeyIsShared() {
    Engine engine = engine("a: { match: 'https://*/**', key: [host, header.X], " + TWO + " }");
    assertThat(admitted(engine, call("a.org"), 3)).isEqualTo(2);
    assertThat(admitted(engine, call("b.org"), 3)).isEqualTo(2);
  }

  @Test
  void callsWithoutAKeyAreSkippedOrRejectedIfTheFileSaysSo() {
    Engine skip =
        engine("a: { match: 'https://*/**', key: header.X, on-missing-key: skip, " + TWO + " }");
    assertThat(admitted(skip, call("a.org"), 5)).isEqualTo(5);
    Engine deny =
        engine("b: { match: 'https://*/**', key: header.X, on-missing-key: deny, " + TWO + " }");
    assertThat(admitted(deny, call("a.org"), 5)).isZero();
  }

  @Test
  void aRuleThatOnlyLearnsRejectsNothing() {
    Engine engine = engine("a: { match: 'https://*/**', learn: true }");
    assertThat(engine.isIdle()).isFalse();
    assertThat(admitted(engine, call("a.org"), 5)).isEqualTo(5);
  }

  @Test
  void aBucketAdmitsAsManyCallsAsItsBurst() {
    Engine engine = engine("a: { match: 'https://*/**', rate: 5/s, wait: 2s }");
    assertThat(admitted(engine, call("a.org"), 20)).isEqualTo(11);
    assertThat(admitted(engine, FakeCall.to("GET http://a.org/x"), 20)).isEqualTo(20);
  }

  private static final String TWO = "rate: 2/min, algorithm: fixed-window";

  private Engine engine(String rule) {
    String text = "version: 1\nexempt: /**\nshed: { capacity: 1 }\noutbound:\n  " + rule;
    return new Engine(Good.file(text).rules().outbound(), store, new KeyHash(1, 2));
  }

  private static FakeCall call(String host) {
    return FakeCall.to("GET https://" + host + "/x");
  }

  private static int admitted(Engine engine, FakeCall call, int calls) {
    int admitted = 0;
    for (int i = 0; i < calls; i++) {
      admitted += engine.decide(call, /* inFlight= */ 5).isRejected() ? 0 : 1;
    }
    return admitted;
  }
}
