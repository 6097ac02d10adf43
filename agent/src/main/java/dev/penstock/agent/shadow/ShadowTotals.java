package dev.penstock.agent.shadow;

import dev.penstock.rules.Mode;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.ComparisonLedger;
import dev.penstock.shadow.ComparisonRun;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.TrafficComparison;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sums up the outcomes of rules in shadow over all comparisons since the agent started. */
public final class ShadowTotals {
  /*
   * The counts of each comparison are read when needed, so calls cost nothing extra. A comparison
   * starts at zero with each new candidate, but totals must not; so the counts of a comparison that
   * has ended are added here. The one that ended last is still read live, because calls that were
   * in flight at its end are counted there.
   */
  private static final int MOST_RECENT = 2;

  private final Deque<RecentRun> recent = new ArrayDeque<>();
  private final Map<String, ShadowOutcomes> inbound = new HashMap<>();
  private final Map<String, ShadowOutcomes> outbound = new HashMap<>();

  /**
   * The outcomes of one rule in shadow.
   *
   * @param admitted calls that it would admit, counted only while it was not enforced
   * @param wouldReject calls that it or its candidate would reject
   */
  public record ShadowOutcomes(long admitted, long wouldReject) {
    public static final ShadowOutcomes NOTHING = new ShadowOutcomes(0, 0);

    ShadowOutcomes plus(ShadowOutcomes other) {
      return new ShadowOutcomes(admitted + other.admitted, wouldReject + other.wouldReject);
    }
  }

  /** Outcomes by rule, and under an empty name those of all calls. */
  public record Totals(Map<String, ShadowOutcomes> inbound, Map<String, ShadowOutcomes> outbound) {
    private static final String CALLS = "";

    public ShadowOutcomes inboundCalls() {
      return inbound.getOrDefault(CALLS, ShadowOutcomes.NOTHING);
    }

    public ShadowOutcomes outboundCalls() {
      return outbound.getOrDefault(CALLS, ShadowOutcomes.NOTHING);
    }
  }

  private record RecentRun(ComparisonRun run, RuleSets file) {}

  /** Adds the comparison that now begins; null if none does. */
  synchronized void add(@Nullable ComparisonRun run, RuleSets file) {
    RecentRun last = recent.peekLast();
    if (run == null || (last != null && last.run == run)) {
      return;
    }
    recent.add(new RecentRun(run, file));
    if (recent.size() > MOST_RECENT) {
      add(recent.remove(), inbound, outbound);
    }
  }

  public synchronized Totals read() {
    Map<String, ShadowOutcomes> in = new HashMap<>(inbound);
    Map<String, ShadowOutcomes> out = new HashMap<>(outbound);
    for (RecentRun each : recent) {
      add(each, in, out);
    }
    return new Totals(in, out);
  }

  private static void add(
      RecentRun recentRun, Map<String, ShadowOutcomes> in, Map<String, ShadowOutcomes> out) {
    add(recentRun.file.inbound(), recentRun.run.inbound(), in);
    add(recentRun.file.outbound(), recentRun.run.outbound(), out);
  }

  private static void add(
      RuleSet file, @Nullable ComparisonLedger ledger, Map<String, ShadowOutcomes> sums) {
    if (ledger == null) {
      return;
    }
    TrafficComparison traffic = ledger.traffic();
    boolean fileEnforces = file.mode() == Mode.ENFORCE;
    sums.merge(Totals.CALLS, outcomes(traffic.counts(), fileEnforces), ShadowOutcomes::plus);
    for (RuleCounts row : traffic.rules()) {
      for (Rule rule : file.rules()) {
        if (rule.name().equals(row.rule()) && rule.mode() != Mode.OFF) {
          boolean enforces = fileEnforces && rule.mode() == Mode.ENFORCE;
          sums.merge(rule.name(), outcomes(row.counts(), enforces), ShadowOutcomes::plus);
        }
      }
    }
  }

  /** Rules in force count their own admissions and rejections. */
  private static ShadowOutcomes outcomes(AgreementCounts counts, boolean enforces) {
    return enforces
        ? new ShadowOutcomes(0, counts.onlyCandidateRejects())
        : new ShadowOutcomes(
            counts.bothAdmit() + counts.onlyEnforcedRejects(),
            counts.onlyCandidateRejects() + counts.bothReject());
  }
}
