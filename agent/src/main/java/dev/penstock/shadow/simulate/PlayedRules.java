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

/** One set of rules at work over a log, with a store of its own. */
final class PlayedRules {
  /*
   * A secret that everybody knows: nothing is kept, and two runs over the same log have to say the
   * same, be it of rules that are enforced for a share of the keys.
   */
  private static final long SECRET_0 = 0x70656e73746f636bL;
  private static final long SECRET_1 = 0x73696d756c617465L;

  /** As in the agent; but there it is time that passes, here it is lines. */
  private static final long SWEEP_EVERY_MICROS = 30_000_000;

  /** A sweep looks at every key, so it has to be worth it: at most four keys a line. */
  private static final int KEYS_A_LINE = 4;

  private final Ticker ticker;
  private final LocalStore store;
  private final Engine engine;
  private long sweepAtMicros;
  private long callsSince;

  PlayedRules(RuleSet rules, Ticker ticker) {
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

  /** Whose budget a quota of a decision was about, such as {@code ip=1.2.3.4}. */
  String describeKey(Decision decision, int quota, LogLine line) {
    return engine.describeKey(decision, quota, line);
  }

  /** Judges a call, which then ends at once with the status that the log tells of. */
  Decision judge(LogLine line) {
    sweepIfDue();
    return engine.decide(line);
  }

  /** The answer has been sent; to be called when nobody looks at the decision any more. */
  void end(Decision decision, int status) {
    if (!decision.isRejected()) {
      EndOfCallActions actions = decision.endOfCallActions(store, /* earlier= */ null);
      if (actions != null) {
        actions.end(status);
      }
    }
  }

  private void sweepIfDue() {
    callsSince++;
    long now = ticker.micros();
    if (now >= sweepAtMicros && callsSince * KEYS_A_LINE >= store.liveKeys()) {
      store.sweep();
      sweepAtMicros = now + SWEEP_EVERY_MICROS;
      callsSince = 0;
    }
  }

  /** How many keys are remembered. */
  long liveKeys() {
    return store.liveKeys();
  }

  /** How many decisions were made on the budget that new keys share when the store is full. */
  long overflows() {
    return store.overflows();
  }
}
