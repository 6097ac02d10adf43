package dev.penstock.shadow;

import dev.penstock.call.Call;
import dev.penstock.config.Good;
import dev.penstock.engine.Decision;
import dev.penstock.engine.Engine;
import dev.penstock.key.KeyHash;
import dev.penstock.log.AgentLog;
import dev.penstock.rule.RuleSet;
import dev.penstock.rule.RuleSets;
import dev.penstock.store.LocalStore;
import dev.penstock.store.ManualTicker;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rules in force and a candidate beside them, and all that is heard of it. */
final class Watched {
  private static final int MOST_KEYS = 100_000;

  final ManualTicker ticker = new ManualTicker();
  final List<Divergence> diverged = new ArrayList<>();
  final Engine inForce;
  final LocalStore next = store();
  final Comparison comparison;
  private final KeyHash secret = new KeyHash(1, 2);
  private final Watch watch;

  private Watched(RuleSets file) {
    inForce = new Engine(file.inbound(), store(), secret);
    watch = Objects.requireNonNull(Watch.of(file, ticker.micros(), /* mostMinutes= */ 1_000));
    Trial trial = Objects.requireNonNull(Trial.ofInbound(file));
    RuleSet old = trial.old();
    comparison =
        new Comparison(
            inForce,
            old == null ? null : new Engine(old, store(), secret),
            new Engine(trial.next(), next, secret),
            Objects.requireNonNull(watch.inbound()),
            new Listener(/* outbound= */ false, new InClear(), diverged::add),
            ticker);
  }

  private LocalStore store() {
    return new LocalStore(ticker, MOST_KEYS, AgentLog.onStderr());
  }

  /** A file with another one as its candidate. */
  static Watched files(String file, String candidate) {
    RuleSets rules = Good.file("version: 1\n" + file).rules();
    RuleSets other = Good.file("version: 1\n" + candidate).rules();
    return new Watched(rules.beside(new RuleSets.Candidate("next.yaml", other)));
  }

  /** A file that has something in shadow itself. */
  static Watched file(String file) {
    return new Watched(Good.file("version: 1\n" + file).rules());
  }

  /** Judges a call by both; what has to be heard of it later. */
  @Nullable Pending judge(Call call) {
    return comparison.judge(call, inForce.decide(call), /* inHand= */ 0);
  }

  /** Judges calls by both, and counts: {@code both admit, only old, only new, both reject}. */
  String counts(Call... calls) {
    for (Call call : calls) {
      judge(call);
    }
    return text(findings().inbound().counts());
  }

  static String text(Counts counts) {
    return counts.bothAdmit()
        + " "
        + counts.onlyOldRejects()
        + " "
        + counts.onlyNewRejects()
        + " "
        + counts.bothReject();
  }

  Findings findings() {
    return watch.findings(ticker.micros(), /* lostLines= */ 0);
  }

  Watch watch() {
    return watch;
  }

  Decision decide(Call call) {
    return inForce.decide(call);
  }

  /** Tests may see who it was. */
  private static final class InClear implements Clients {
    @Override
    public long hashOf(String key) {
      return key.hashCode() * 0x9E3779B97F4A7C15L;
    }

    @Override
    public String nameOf(String key) {
      return key;
    }
  }
}
