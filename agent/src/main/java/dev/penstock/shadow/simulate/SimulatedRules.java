package dev.penstock.shadow.simulate;

import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.engine.Engine;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.Ticker;
import dev.penstock.store.local.LocalStore;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The engine and the store of one rule set in a simulation. */
final class SimulatedRules {
  /*
   * A fixed secret for hashing keys: a simulation stores nothing, and two runs over the same log
   * must give the same result, even for rules that are enforced for a share of their keys only.
   */
  private static final long SECRET_0 = 0x70656e73746f636bL;
  private static final long SECRET_1 = 0x73696d756c617465L;

  /** The same interval as in the agent, in the time of the log. */
  private static final long SWEEP_EVERY_MICROS = 30_000_000;

  /** A sweep visits every key; this bounds its cost to four keys per line. */
  private static final int SWEPT_KEYS_PER_LINE = 4;

  private final Ticker ticker;
  private final LocalStore store;
  private final Engine engine;
  private long sweepAtMicros;
  private long callsSinceSweep;

  SimulatedRules(RuleSet rules, Ticker ticker) {
    this.ticker = ticker;
    AgentLog log =
        new AgentLog(
            new PrintStream(
                OutputStream.nullOutputStream(), /* autoFlush= */ false, StandardCharsets.UTF_8),
            /* debugging= */ false,
            ticker::micros);
    store = new LocalStore(ticker, rules.settings().mostKeys(), log);
    engine = new Engine(rules, store, secret());
  }

  static KeyHash secret() {
    return new KeyHash(SECRET_0, SECRET_1);
  }

  Engine engine() {
    return engine;
  }

  /** Describes the key of a quota of a decision, such as {@code ip=1.2.3.4}. */
  String describeKey(Decision decision, int quota, LogLine line) {
    return engine.describeKey(decision, quota, line);
  }

  /** Decides the request of a line. {@link #end} it before the next one. */
  Decision decide(LogLine line) {
    sweepIfDue();
    return engine.decide(line);
  }

  /** Settles a request at its end; the decision must not be used afterwards. */
  void end(Decision decision, int status) {
    if (!decision.isRejected()) {
      EndOfCallActions actions = decision.endOfCallActions(store, /* earlier= */ null);
      if (actions != null) {
        actions.end(status);
      }
    }
  }

  private void sweepIfDue() {
    callsSinceSweep++;
    long now = ticker.micros();
    if (now >= sweepAtMicros && callsSinceSweep * SWEPT_KEYS_PER_LINE >= store.liveKeys()) {
      store.sweep();
      sweepAtMicros = now + SWEEP_EVERY_MICROS;
      callsSinceSweep = 0;
    }
  }

  /** How many keys the store holds. */
  long liveKeys() {
    return store.liveKeys();
  }

  /** How many decisions used the shared budget for new keys in a full store. */
  long overflows() {
    return store.overflows();
  }
}
