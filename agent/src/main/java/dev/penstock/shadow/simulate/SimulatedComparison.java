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

/** Compares the enforced rules with a candidate in a simulation. */
final class SimulatedComparison {
  /*
   * In the agent, a request that the live engine rejects has no response, so the candidate sees it
   * as answered with 429. A log has the response of the application to every request. So here both
   * sides see that response for every request that they admit.
   */

  /** About two months, for the charts; all other counts cover the whole time. */
  private static final int MOST_MINUTES = 100_000;

  private final VirtualTicker clock;

  /** The rules to compare with; null for the live rules. */
  private final @Nullable SimulatedRules enforced;

  private final SimulatedRules candidate;
  private final RuleSets file;
  private final ComparisonLedger ledger;
  private final long startMicros;
  private final Comparison comparison;

  private SimulatedComparison(
      RuleSets file,
      CandidateTrial trial,
      SimulatedRules live,
      ClientNames clients,
      VirtualTicker clock) {
    this.file = file;
    this.clock = clock;
    startMicros = clock.micros();
    ledger = ComparisonLedger.of(file.inbound(), trial, MOST_MINUTES);
    RuleSet enforcedRules = trial.enforced();
    enforced = enforcedRules == null ? null : new SimulatedRules(enforcedRules, clock);
    candidate = new SimulatedRules(trial.candidate(), clock);
    comparison =
        new Comparison(
            live.engine(),
            enforced == null ? null : enforced.engine(),
            candidate.engine(),
            ledger,
            new DivergenceListener(/* outbound= */ false, clients, divergence -> {}),
            clock);
  }

  /** Starts a comparison of what the file has in shadow; null if it has nothing in shadow. */
  static @Nullable SimulatedComparison of(
      RuleSets file, SimulatedRules live, ClientNames clients, VirtualTicker clock) {
    CandidateTrial trial = CandidateTrial.ofInbound(file);
    RuleSets.Candidate other = file.candidate();
    if (trial == null && other != null) {
      // The agent compares nothing if the mode of the file is off; a simulation does.
      trial = new CandidateTrial(/* enforced= */ null, other.rules().inbound());
    }
    return trial == null ? null : new SimulatedComparison(file, trial, live, clients, clock);
  }

  SimulatedRules candidate() {
    return candidate;
  }

  /** Lets the candidate decide a request after the live rules, and compares both decisions. */
  Decision decideAndCompare(LogLine line, Decision live) {
    Decision byEnforced = enforced == null ? live : enforced.decide(line);
    Decision byCandidate = candidate.decide(line);
    comparison.compare(line, clock.micros(), byEnforced, byCandidate);
    if (enforced != null) {
      enforced.end(byEnforced, line.status());
    }
    return byCandidate;
  }

  /** Settles a request of the candidate at its end; the decision must not be used afterwards. */
  void end(Decision byCandidate, int status) {
    candidate.end(byCandidate, status);
  }

  ComparisonResult result() {
    return new ComparisonResult(
        CandidateTrial.candidateName(file),
        file.inbound().settings().shadowing().terms(),
        clock.micros() - startMicros,
        ledger.traffic(),
        TrafficComparison.NONE,
        /* lostLines= */ 0);
  }

  /** How many decisions of the candidate used the shared budget for new keys. */
  long overflows() {
    return candidate.overflows();
  }
}
