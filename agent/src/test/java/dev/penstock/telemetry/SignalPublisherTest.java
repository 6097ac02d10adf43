package dev.penstock.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.agent.AgentGatekeeper;
import dev.penstock.agent.EventLoopExchange;
import dev.penstock.agent.RecordedSignals;
import dev.penstock.agent.TraceExchange;
import dev.penstock.agent.TraceHook;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Engine;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import dev.penstock.telemetry.Snapshot.RedisFigures;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests which signals recorders receive. */
class SignalPublisherTest {
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final AgentLog log =
      new AgentLog(
          new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
          /* debugging= */ false,
          System::nanoTime);
  private final RecordedSignals recorder = new RecordedSignals();
  private final List<String> seen = new ArrayList<>();
  private @Nullable Signals current = recorder;

  @Test
  void aRejectionIsPublishedWithRuleClientAndWait() {
    AgentGatekeeper gatekeeper =
        gatekeeper(
            """
            version: 1
            inbound:
              api: { match: /**, rate: 2/min, algorithm: fixed-window }
            """);
    for (int n = 0; n < 3; n++) {
      enter(gatekeeper, exchange(/* key= */ "k1"));
    }
    assertThat(recorder.events)
        .containsExactly(
            "inbound rejected by api to null, client of 16 digits, 0 left, wait 60000000");
  }

  @Test
  void aRejectionWithoutAKeyIsPublishedWithoutClientAndWait() {
    AgentGatekeeper gatekeeper =
        gatekeeper(
            """
            version: 1
            inbound:
              keyed: { match: /**, key: header.X-Key, on-missing-key: deny, rate: 2/min }
            """);
    enter(gatekeeper, exchange(/* key= */ null));
    assertThat(recorder.events)
        .containsExactly("inbound rejected by keyed to null, client unknown, -1 left, wait -1");
  }

  @Test
  void aWaitIsPublished() {
    AgentGatekeeper gatekeeper =
        gatekeeper(
            """
            version: 1
            inbound:
              paced: { match: /**, rate: 1/s, algorithm: leaky-bucket, wait: 10s, queue: 2 }
            """);
    gatekeeper.enter("trace", this, new EventLoopExchange("first", seen), null);
    gatekeeper.enter("trace", this, new EventLoopExchange("second", seen), null);
    assertThat(recorder.events).containsExactly("inbound waited 1000000 for paced to null");
  }

  @Test
  void aRecorderThatStartsLaterReceivesTheRulesInForceAndNoEarlierEvents() {
    current = null;
    SignalPublisher signals = new SignalPublisher(log, () -> current);
    signals.refreshRecorders();
    signals.reloaded(/* inForce= */ false, "has problems");
    signals.reloaded(/* inForce= */ true, "enforcing 1 rule");
    signals.switched("everything off", "JMX");
    current = recorder;
    signals.refreshRecorders();
    signals.storeState(redis(/* answering= */ true, /* opened= */ 0));
    signals.storeState(redis(/* answering= */ false, /* opened= */ 1));
    signals.storeState(redis(/* answering= */ false, /* opened= */ 1));
    signals.switched("everything as in the file", "console");
    signals.refreshRecorders();
    assertThat(recorder.events)
        .containsExactly(
            "in force: enforcing 1 rule",
            "answering: redis example:6379 is available",
            "not answering: redis example:6379 is unavailable",
            "everything as in the file by console");
  }

  private static RedisFigures redis(boolean answering, long opened) {
    Histogram none = new Histogram(List.of(), List.of(0L), /* sum= */ 0);
    return new RedisFigures(
        "redis example:6379", answering, 0, 0, 0, 0, 0, opened, 0, none, 0, 0, 0, 0);
  }

  @Test
  void everyRecordingStartsWithTheRulesInForce() {
    SignalPublisher signals = new SignalPublisher(log, () -> current);
    recorder.listening = false;
    signals.reloaded(/* inForce= */ true, "enforcing 1 rule");
    signals.refreshRecorders();
    assertThat(recorder.events).isEmpty();
    for (int recording = 0; recording < 2; recording++) {
      recorder.listening = true;
      signals.refreshRecorders();
      signals.refreshRecorders();
      recorder.listening = false;
      signals.refreshRecorders();
    }
    assertThat(recorder.events)
        .containsExactly("in force: enforcing 1 rule", "in force: enforcing 1 rule");
  }

  @Test
  void anErrorInARecorderDoesNotAffectTheRequest() {
    current =
        (Signals)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Signals.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("recordsReloads")) {
                    return false;
                  }
                  throw new StackOverflowError("the recorder is broken");
                });
    AgentGatekeeper gatekeeper =
        gatekeeper(
            """
            version: 1
            inbound:
              api: { match: /**, rate: 1/min, algorithm: fixed-window }
            """);
    enter(gatekeeper, exchange("k1"));
    TraceExchange second = exchange("k1");
    enter(gatekeeper, second);
    assertThat(second.isRejected()).isTrue();
    assertThat(logged.toString(StandardCharsets.UTF_8))
        .contains("an event could not be published to JFR or OpenTelemetry; the call continues");
  }

  private static TraceExchange exchange(@Nullable String key) {
    return new TraceExchange("/api/orders", "10.0.0.1", key, 200);
  }

  private void enter(AgentGatekeeper gatekeeper, TraceExchange exchange) {
    Ticket ticket = gatekeeper.enter("trace", this, exchange, null);
    if (ticket != null) {
      ticket.close(null);
    }
  }

  private AgentGatekeeper gatekeeper(String rules) {
    LocalStore store = new LocalStore(new ManualTicker(), /* mostKeys= */ 100, log);
    Engine engine =
        new Engine(Good.file(rules).rules().inbound(), store, KeyHash.withRandomSecret());
    SignalPublisher signals = new SignalPublisher(log, () -> current);
    signals.refreshRecorders();
    return new AgentGatekeeper(
        List.of(new TraceHook()), engine, store, new Counters(), signals, log);
  }
}
