package dev.penstock.shadow.simulate;

import dev.penstock.engine.Decision;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import dev.penstock.shadow.CandidateTrial;
import dev.penstock.shadow.ClientNames;
import dev.penstock.shadow.Comparison;
import dev.penstock.shadow.ComparisonLedger;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.DivergenceListener;
import dev.penstock.shadow.TrafficComparison;
import org.jspecify.annotations.Nullable;

/** A candidate at work over a log beside the rules in force, and how it compares with them. */
final class PlayedTrial {
  /*
   * The agent takes a call that is turned away for one that is answered 429 at once, as it has no
   * other answer. A log has: what the application said to a call that is turned away only here. So
   * both sides hear the same answer, each for what it admits.
   */

  /** Some two months, for the charts; all other counts are of the whole time. */
  private static final int MOST_MINUTES = 100_000;

  private final VirtualTicker clock;
  private final @Nullable PlayedRules old;
  private final PlayedRules next;
  private final RuleSets file;
  private final ComparisonLedger ledger;
  private final long startMicros;
  private final Comparison comparison;

  private PlayedTrial(
      RuleSets file,
      CandidateTrial trial,
      PlayedRules inForce,
      ClientNames clients,
      VirtualTicker clock) {
    this.file = file;
    this.clock = clock;
    startMicros = clock.micros();
    ledger = ComparisonLedger.of(file.inbound(), trial, MOST_MINUTES);
    RuleSet compared = trial.old();
    old = compared == null ? null : new PlayedRules(compared, clock);
    next = new PlayedRules(trial.next(), clock);
    comparison =
        new Comparison(
            inForce.engine(),
            old == null ? null : old.engine(),
            next.engine(),
            ledger,
            new DivergenceListener(/* outbound= */ false, clients, divergence -> {}),
            clock);
  }

  /** The trial of what a file has in shadow, from now on; null if it has nothing there. */
  static @Nullable PlayedTrial of(
      RuleSets file, PlayedRules inForce, ClientNames clients, VirtualTicker clock) {
    CandidateTrial trial = CandidateTrial.ofInbound(file);
    RuleSets.Candidate other = file.candidate();
    if (trial == null && other != null) {
      // A file that is switched off tries nothing in the agent; but here somebody wants to know.
      trial = new CandidateTrial(/* old= */ null, other.rules().inbound());
    }
    return trial == null ? null : new PlayedTrial(file, trial, inForce, clients, clock);
  }

  PlayedRules candidate() {
    return next;
  }

  /** Lets the candidate judge a call that the rules in force have judged, and compares. */
  Decision judge(LogLine line, Decision inForce) {
    Decision then = old == null ? inForce : old.judge(line);
    Decision candidate = next.judge(line);
    comparison.compare(line, clock.micros(), then, candidate);
    if (old != null) {
      old.end(then, line.status());
    }
    return candidate;
  }

  /** The answer has been sent; to be called when nobody looks at the decision any more. */
  void end(Decision candidate, int status) {
    next.end(candidate, status);
  }

  ComparisonResult findings() {
    RuleSets.Candidate other = file.candidate();
    return new ComparisonResult(
        other == null ? "what is in shadow" : other.name(),
        file.inbound().settings().shadowing().terms(),
        clock.micros() - startMicros,
        ledger.traffic(),
        TrafficComparison.NONE,
        /* lostLines= */ 0);
  }

  /** How many decisions were made on the budget that new keys share when the store is full. */
  long overflows() {
    return next.overflows();
  }
}
