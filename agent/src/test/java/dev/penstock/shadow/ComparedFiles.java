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

/** A comparison of the rules in force with a candidate, on a manual clock. */
final class ComparedFiles {
  private static final int MOST_KEYS = 100_000;
  private static final long HOUR = 3_600_000_000L;

  final ManualTicker ticker = new ManualTicker();
  final List<Divergence> diverged = new ArrayList<>();
  final Engine engine;
  final LocalStore candidateStore = store(ticker);
  private final SlowStore slow = new SlowStore(candidateStore);
  final Comparison comparison;
  private final KeyHash secret = new KeyHash(1, 2);
  private final ComparisonRun run;

  private ComparedFiles(RuleSets file) {
    this(file, /* isSlow= */ false, /* hasOtherClock= */ false);
  }

  private ComparedFiles(RuleSets file, boolean isSlow, boolean hasOtherClock) {
    engine = new Engine(file.inbound(), hasOtherClock ? otherClock() : store(ticker), secret);
    run = Objects.requireNonNull(ComparisonRun.of(file, ticker.micros(), /* mostMinutes= */ 1_000));
    CandidateTrial trial = Objects.requireNonNull(CandidateTrial.ofInbound(file));
    RuleSet enforced = trial.enforced();
    comparison =
        new Comparison(
            engine,
            enforced == null ? null : new Engine(enforced, store(ticker), secret),
            new Engine(trial.candidate(), isSlow ? slow : candidateStore, secret),
            Objects.requireNonNull(run.inbound()),
            new DivergenceListener(/* outbound= */ false, new ClientsByKey(), diverged::add),
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
    return rules.withCandidate(new RuleSets.Candidate("next.yaml", other));
  }

  /** Compares a file with a candidate file. */
  static ComparedFiles files(String file, String candidate) {
    return new ComparedFiles(beside(file, candidate));
  }

  /** Compares a file with a candidate whose store replies {@linkplain #reply later}. */
  static ComparedFiles slow(String file, String candidate) {
    return new ComparedFiles(
        beside(file, candidate), /* isSlow= */ true, /* hasOtherClock= */ false);
  }

  /** Compares a file whose store has a clock that is an hour ahead with a candidate. */
  static ComparedFiles withOtherClock(String file, String candidate) {
    return new ComparedFiles(
        beside(file, candidate), /* isSlow= */ false, /* hasOtherClock= */ true);
  }

  /** Lets the store of the candidate reply, and checks that no thread has waited for the reply. */
  void reply() {
    slow.settleAll();
    slow.checkEventLoopNotBlocked();
  }

  /** Compares a file that contains rules in shadow. */
  static ComparedFiles file(String file) {
    return new ComparedFiles(Good.file("version: 1\n" + file).rules());
  }

  /** Lets both sides decide a request. */
  @Nullable PendingComparison decideAndCompare(Call call) {
    return comparison.decideAndCompare(call, engine.decide(call), /* inFlight= */ 0);
  }

  /**
   * Lets both sides decide requests, and returns the counts: both admit, only the enforced rules
   * reject, only the candidate rejects, both reject.
   */
  String counts(Call... calls) {
    for (Call call : calls) {
      decideAndCompare(call);
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
    return run.result(ticker.micros(), /* lostLines= */ 0);
  }

  ComparisonRun run() {
    return run;
  }

  Decision decide(Call call) {
    return engine.decide(call);
  }

  /** Shows clients by key. */
  private static final class ClientsByKey implements ClientNames {
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
