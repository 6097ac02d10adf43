package dev.penstock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.agent.switches.ModeSwitches;
import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.log.AgentLog;
import dev.penstock.outbound.PacedCall;
import dev.penstock.outbound.Pacer;
import dev.penstock.rules.Mode;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.Ticker;
import dev.penstock.store.local.LocalStore;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Tests mode switches while calls wait and while the rules file is reloaded. */
class ConcurrentSwitchesTest {
  private static final String RULES =
      "version: 1\ninbound: { strict: { match: /strict, rate: 1/h } }\n";

  private final AgentLog log =
      new AgentLog(
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
          /* debugging= */ false,
          System::nanoTime);
  private final LocalStore store = new LocalStore(Ticker.system(), /* mostKeys= */ 1_000, log);

  @Test
  void switchingOffSendsWaitingCalls() {
    Pacer pacer =
        new Pacer(
            rules -> new Engine(rules, store, new KeyHash(1, 2)), store, Ticker.system(), log);
    ModeSwitches outbound =
        new ModeSwitches(rules -> pacer.install(rules.outbound()), (what, by) -> {}, log);
    outbound.rulesLoaded(
        Good.file(
                "version: 1\n"
                    + "outbound: { a: { match: 'https://a.org/**', rate: 10/h, wait: 600s } }")
            .rules());
    List<String> outcomes = new CopyOnWriteArrayList<>();
    for (String name : List.of("first", "second", "third")) {
      FakeCall call = FakeCall.to("GET https://a.org/x").onAnEventLoop();
      PacedCall permit = Objects.requireNonNull(pacer.schedule(call, /* isRetry= */ false));
      permit.whenDecided(() -> outcomes.add(name), why -> outcomes.add(name + " rejected"));
    }
    assertThat(outcomes).containsExactly("first", "third rejected");
    assertThat(pacer.heldCalls()).isEqualTo(1);
    outbound.switchAll(Mode.OFF, "console");
    // Another thread of the pacer sends the waiting call.
    long endNanos = System.nanoTime() + 20_000_000_000L;
    while (outcomes.size() < 3 && System.nanoTime() - endNanos < 0) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(outcomes).containsExactly("first", "third rejected", "second");
    assertThat(pacer.heldCalls()).isZero();
  }

  @Test
  void aSwitchStaysInForceDuringReloads() throws Exception {
    RuleSets file = Good.file(RULES).rules();
    RuleSets other = Good.file(RULES.replace("version: 1", "version: 1\nmode: shadow")).rules();
    AtomicReference<RuleSets> now = new AtomicReference<>(RuleSets.EMPTY);
    ModeSwitches busy = new ModeSwitches(now::set, (what, by) -> {}, log);
    busy.rulesLoaded(file);
    AtomicBoolean over = new AtomicBoolean();
    Thread reader =
        new Thread(
            () -> {
              while (!over.get()) {
                busy.rulesLoaded(other);
                busy.rulesLoaded(file);
              }
            });
    reader.start();
    List<Mode> seen = new ArrayList<>();
    List<Mode> expected = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      Mode mode = i % 2 == 0 ? Mode.OFF : Mode.ENFORCE;
      busy.switchAll(mode, "console");
      seen.add(Objects.requireNonNull(now.get()).mode());
      expected.add(mode);
    }
    over.set(true);
    reader.join();
    assertThat(seen).isEqualTo(expected);
    assertThat(busy.switches()).isEqualTo(2_000);
  }
}
