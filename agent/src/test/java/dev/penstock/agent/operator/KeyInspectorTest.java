package dev.penstock.agent.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.agent.switches.ModeSwitches;
import dev.penstock.engine.Decision;
import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.log.AgentLog;
import dev.penstock.operator.KeyState;
import dev.penstock.operator.OperatorControls;
import dev.penstock.rules.Mode;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import dev.penstock.telemetry.Snapshot;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code peek} and {@code reset} of a key by an operator. */
class KeyInspectorTest {
  private static final String MINUTE_WORDS = "3 calls in any minute";

  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final AgentLog log =
      new AgentLog(
          new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
          /* debugging= */ false,
          System::nanoTime);
  private final ManualTicker ticker = new ManualTicker();
  private final LocalStore store = new LocalStore(ticker, /* mostKeys= */ 1_000, log);
  private final ModeSwitches switches = new ModeSwitches(rules -> {}, (what, by) -> {}, log);
  private final OperatorControls controls =
      new AgentControls(
          () -> {
            throw new AssertionError("unexpected use of " + Snapshot.class);
          },
          switches,
          new KeyInspector(switches, this::engine, (rule, key) -> {}, log),
          log);

  private Engine inbound = engine(RuleSet.EMPTY);

  private Engine engine(RuleSet rules) {
    return new Engine(rules, store, new KeyHash(1, 2));
  }

  private void rules(String... rules) {
    rulesOfFile("inbound:\n  " + String.join("\n  ", rules));
  }

  private void rulesOfFile(String text) {
    switches.rulesLoaded(Good.file("version: 1\n" + text).rules());
    inbound = engine(switches.withRulesInForce(sets -> sets.inbound()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sliding-window",
        "sliding-log",
        "fixed-window",
        "token-bucket",
        "leaky-bucket",
        "gcra"
      })
  void theBalanceAgreesWithTheNextDecision(String algorithm) {
    rules("api: { match: /**, key: ip, rate: 20/min, algorithm: " + algorithm + " }");
    FakeCall call = FakeCall.of("GET /a").from("203.0.113.9");
    for (int i = 0; i < 50; i++) {
      ticker.advance(700_000);
      KeyState before = peek("api", "ip=203.0.113.9");
      Decision decision = inbound.decide(call);
      assertThat(before.remaining() > 0).isEqualTo(!decision.isRejected());
      KeyState after = peek("api", "ip=203.0.113.9");
      assertThat(after.remaining()).isEqualTo(decision.remaining(0));
      assertThat(after.resetMicros()).isEqualTo(decision.resetMicros(0));
      assertThat(after.permitted()).isEqualTo(decision.limit(0).capacity());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      textBlock =
          """
          key: ip                     ; ip=1.2.3.4
          key: global                 ; global
          key: user                   ; user=ann
          key: header.X-Key           ; header.X-Key=k1
          key: header.X-None          ; ip=1.2.3.4
          key: header.X-None | user   ; user=ann
          key: [ip, user]             ; [ip=1.2.3.4, user=ann]
          key: [ip, header.X-None]    ; [ip=1.2.3.4, ip=1.2.3.4]
          key: [user, method, path.id]; [user=ann, method=GET, path.id=7]
          key: route                  ; route=/orders/{id}
          key: host                   ; host=example.org
          """)
  void aKeyIsFoundByTheTextThatExplainPrints(String key, String written) {
    rules("a: { match: '/orders/{id}', rate: 3/min, " + key + " }");
    FakeCall call =
        FakeCall.of("GET /orders/7")
            .known("user", "ann")
            .with("Host", "example.org")
            .with("X-Key", "k1");
    Decision decision = inbound.decide(call);
    assertThat(inbound.describeKey(decision, 0, call)).isEqualTo(written);
    assertThat(peek("a", written).remaining()).isEqualTo(2);
    assertThat(inbound.decide(call).remaining(0)).isEqualTo(1);
    assertThat(reset("a", written)).isEqualTo(new Left(3, 0));
    assertThat(inbound.decide(call).remaining(0)).isEqualTo(2);
  }

  @Test
  void allQuotasWithTheKeyAreShownAndReset() {
    rules(
        "a:",
        "  match: /**",
        "  limits:",
        "    - { rate: 3/min, key: ip }",
        "    - { rate: 5/h, key: ip, algorithm: token-bucket, burst: 2 }",
        "    - { rate: 9/min, key: user }",
        "    - { concurrency: 4, key: ip }");
    FakeCall call = FakeCall.of("GET /a").known("user", "ann");
    inbound.decide(call);
    String id = controls.peek("a", "ip=1.2.3.4").get(0).id();
    assertThat(controls.peek("a", "ip=1.2.3.4"))
        .containsExactly(
            new KeyState("a-1", MINUTE_WORDS, id, 3, 2, 60_000_000),
            new KeyState("a-2", "5 calls per hour, up to 2 at once", id, 2, 1, 720_000_000),
            new KeyState("a-3", "9 calls in any minute", id, 9, 9, 0),
            new KeyState("a-4", "4 calls in flight at once", id, 4, 3, 0));
    assertThat(controls.reset("a", "ip=1.2.3.4", "console"))
        .containsExactly(
            new KeyState("a-1", MINUTE_WORDS, id, 3, 3, 0),
            new KeyState("a-2", "5 calls per hour, up to 2 at once", id, 2, 2, 0),
            new KeyState("a-3", "9 calls in any minute", id, 9, 9, 0),
            new KeyState("a-4", "4 calls in flight at once", id, 4, 3, 0));
    assertThat(controls.peek("a", "user=ann")).hasSize(1);
    assertThat(peek("a", "user=ann").remaining()).isEqualTo(8);
    assertThat(id).matches("[0-9a-f]{16}");
    assertThat(logged())
        .isEqualTo("penstock: reset by console: client " + id + " has its full limit of rule a\n")
        .doesNotContain("1.2.3.4");
    assertThat(switches.switches()).isEqualTo(1);
  }

  @Test
  void theBudgetsOfAllPlansAreShown() {
    rulesOfFile(
        """
        plans: { from: header.X-Plan, default: free }
        inbound:
          a: { match: /**, key: ip, rate: { free: 3/min, pro: 30/min } }
        """);
    inbound.decide(FakeCall.of("GET /a").with("X-Plan", "pro"));
    assertThat(controls.peek("a", "ip=1.2.3.4"))
        .extracting(KeyState::limit, KeyState::remaining)
        .hasToString(
            "[(\"3 calls in any minute, with plan free\", 3L),"
                + " (\"30 calls in any minute, with plan pro\", 29L)]");
  }

  @Test
  void keysOfOutboundRulesAreFound() {
    rulesOfFile("outbound: { pay: { match: 'https://pay.org/**', rate: 3/min } }\n");
    Engine outbound = engine(switches.withRulesInForce(sets -> sets.outbound()));
    outbound.decide(FakeCall.to("GET https://pay.org/x"));
    assertThat(peek("pay", "global").remaining()).isEqualTo(peek("pay", "global").permitted() - 1);
  }

  @Test
  void theCountsOfARuleThatIsSwitchedOffAreShown() {
    rules("a: { match: /**, key: ip, rate: 3/min }");
    inbound.decide(FakeCall.of("GET /a"));
    controls.switchAll(Mode.OFF, "console");
    assertThat(peek("a", "ip=1.2.3.4").remaining()).isEqualTo(2);
    assertThat(controls.switchRule("a", Mode.OFF, "console")).isTrue();
    assertThat(reset("a", "ip=1.2.3.4")).isEqualTo(new Left(3, 0));
  }

  @Test
  void invalidKeysAndRulesAreRejectedWithAHelpfulMessage() {
    rulesOfFile(
"""
inbound:
  a: { match: /**, limits: [{ rate: 3/min, key: header.X-Key }, { rate: 9/h, key: [ip, user] }] }
outbound:
  l: { match: 'https://a.org/**', learn: true }
""");
    assertThatThrownBy(() -> controls.peek("b", "ip=1.2.3.4"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no rule `b`");
    assertThatThrownBy(() -> controls.reset("a", "user=ann", "console"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "this is not a key of the rule `a`, which counts by `header.X-Key` and by `[ip, user |"
                + " ip]`; keys are written as `explain` shows them, such as `ip=203.0.113.9`,"
                + " `user=ann`, `[ip=203.0.113.9, user=ann]` or `global`");
    assertThatThrownBy(() -> controls.peek("l", "global"))
        .hasMessage("the rule `l` learns its limits and has no keys");
    assertThat(logged()).isEmpty();
    assertThat(switches.switches()).isZero();
  }

  private record Left(long remaining, long resetMicros) {}

  private Left reset(String rule, String key) {
    return left(controls.reset(rule, key, "console"));
  }

  private static Left left(List<KeyState> states) {
    assertThat(states).hasSize(1);
    return new Left(states.get(0).remaining(), states.get(0).resetMicros());
  }

  private KeyState peek(String rule, String key) {
    List<KeyState> states = controls.peek(rule, key);
    assertThat(states).hasSize(1);
    return states.get(0);
  }

  private String logged() {
    return logged.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }
}
