package dev.penstock.shadow;

import dev.penstock.engine.Decision;
import dev.penstock.engine.Engine;
import dev.penstock.http.Call;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.SlowStore;
import dev.penstock.store.Store;
import dev.penstock.store.local.LocalStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rules in force and a candidate beside them, and all that is heard of it. */
final class Watched {
  private static final int MOST_KEYS = 100_000;
  private static final long HOUR = 3_600_000_000L;

  final ManualTicker ticker = new ManualTicker();
  final List<Divergence> diverged = new ArrayList<>();
  final Engine engine;
  final LocalStore next = store(ticker);
  private final SlowStore slow = new SlowStore(next);
  final Comparison comparison;
  private final KeyHash secret = new KeyHash(1, 2);
  private final ComparisonRun watch;

  private Watched(RuleSets file) {
    this(file, /* isSlow= */ false, /* hasOtherClock= */ false);
  }

  private Watched(RuleSets file, boolean isSlow, boolean hasOtherClock) {
    engine = new Engine(file.inbound(), hasOtherClock ? otherClock() : store(ticker), secret);
    watch =
        Objects.requireNonNull(ComparisonRun.of(file, ticker.micros(), /* mostMinutes= */ 1_000));
    CandidateTrial trial = Objects.requireNonNull(CandidateTrial.ofInbound(file));
    RuleSet old = trial.enforced();
    comparison =
        new Comparison(
            engine,
            old == null ? null : new Engine(old, store(ticker), secret),
            new Engine(trial.candidate(), isSlow ? slow : next, secret),
            Objects.requireNonNull(watch.inbound()),
            new DivergenceListener(/* outbound= */ false, new InClear(), diverged::add),
            ticker);
  }

  private static LocalStore store(ManualTicker ticker) {
    return new LocalStore(ticker, MOST_KEYS, AgentLog.onStderr());
  }

  private static Store otherClock() {
    ManualTicker ahead = new ManualTicker();
    ahead.advance(HOUR);
    return new SlowStore(store(ahead), /* keepsOwnTime= */ true);
  }

  private static RuleSets beside(String file, String candidate) {
    RuleSets rules = Good.file("version: 1\n" + file).rules();
    RuleSets other = Good.file("version: 1\n" + candidate).rules();
    return rules.beside(new RuleSets.Candidate("next.yaml", other));
  }

  /** A file with another one as its candidate. */
  static Watched files(String file, String candidate) {
    return new Watched(beside(file, candidate));
  }

  /** The same with a candidate that is told {@linkplain #answers later}. */
  static Watched slow(String file, String candidate) {
    return new Watched(beside(file, candidate), /* isSlow= */ true, /* hasOtherClock= */ false);
  }

  /** The same where what is in force is an hour ahead. */
  static Watched withOtherClock(String file, String candidate) {
    return new Watched(beside(file, candidate), /* isSlow= */ false, /* hasOtherClock= */ true);
  }

  /** The candidate's store answers; nobody must have waited for that. */
  void answers() {
    slow.answerAll();
    slow.checkNobodyWasBlocked();
  }

  /** A file that has something in shadow itself. */
  static Watched file(String file) {
    return new Watched(Good.file("version: 1\n" + file).rules());
  }

  /** Judges a call by both; what has to be heard of it later. */
  @Nullable PendingComparison judge(Call call) {
    return comparison.decideAndCompare(call, engine.decide(call), /* inHand= */ 0);
  }

  /** Judges calls by both, and counts: {@code both admit, only old, only new, both reject}. */
  String counts(Call... calls) {
    for (Call call : calls) {
      judge(call);
    }
    return text(result().inbound().counts());
  }

  static String text(AgreementCounts counts) {
    return counts.bothAdmit()
        + " "
        + counts.onlyEnforcedRejects()
        + " "
        + counts.onlyCandidateRejects()
        + " "
        + counts.bothReject();
  }

  ComparisonResult result() {
    return watch.result(ticker.micros(), /* lostLines= */ 0);
  }

  ComparisonRun watch() {
    return watch;
  }

  Decision decide(Call call) {
    return engine.decide(call);
  }

  /** Tests may see who it was. */
  private static final class InClear implements ClientNames {
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
