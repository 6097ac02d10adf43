package dev.penstock.agent;

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

/** What rules in shadow made of calls since the agent started, one comparison after the other. */
final class ShadowTotals {
  /*
   * A comparison counts all that is needed here, rule by rule; so calls cost nothing more for being
   * counted here as well. But its counts start anew with each new candidate, and these must not: so
   * what a comparison has counted is kept when it is over. The last one that is over is still read,
   * as calls that were under way when it ended are counted there.
   */
  private static final int STILL_READ = 2;

  private final Deque<Watched> recent = new ArrayDeque<>();
  private final Map<String, Seen> inbound = new HashMap<>();
  private final Map<String, Seen> outbound = new HashMap<>();

  /**
   * What a rule in shadow made of calls.
   *
   * @param admitted calls that it would have let through, as long as it was in force for nobody
   * @param wouldReject calls that it, or its candidate, would have turned away
   */
  record Seen(long admitted, long wouldReject) {
    static final Seen NOTHING = new Seen(0, 0);

    Seen plus(Seen other) {
      return new Seen(admitted + other.admitted, wouldReject + other.wouldReject);
    }
  }

  /** By name, and under no name at all for the calls themselves. */
  record Totals(Map<String, Seen> inbound, Map<String, Seen> outbound) {
    private static final String CALLS = "";

    Seen inboundCalls() {
      return inbound.getOrDefault(CALLS, Seen.NOTHING);
    }

    Seen outboundCalls() {
      return outbound.getOrDefault(CALLS, Seen.NOTHING);
    }
  }

  private record Watched(ComparisonRun watch, RuleSets file) {}

  /** From now on this is compared; null if nothing is. */
  synchronized void watch(@Nullable ComparisonRun watch, RuleSets file) {
    Watched last = recent.peekLast();
    if (watch == null || (last != null && last.watch == watch)) {
      return;
    }
    recent.add(new Watched(watch, file));
    if (recent.size() > STILL_READ) {
      add(recent.remove(), inbound, outbound);
    }
  }

  synchronized Totals read() {
    Map<String, Seen> in = new HashMap<>(inbound);
    Map<String, Seen> out = new HashMap<>(outbound);
    for (Watched each : recent) {
      add(each, in, out);
    }
    return new Totals(in, out);
  }

  private static void add(Watched watched, Map<String, Seen> in, Map<String, Seen> out) {
    add(watched.file.inbound(), watched.watch.inbound(), in);
    add(watched.file.outbound(), watched.watch.outbound(), out);
  }

  private static void add(RuleSet file, @Nullable ComparisonLedger ledger, Map<String, Seen> sums) {
    if (ledger == null) {
      return;
    }
    TrafficComparison traffic = ledger.traffic();
    boolean fileEnforces = file.mode() == Mode.ENFORCE;
    sums.merge(Totals.CALLS, seen(traffic.counts(), fileEnforces), Seen::plus);
    for (RuleCounts row : traffic.rules()) {
      for (Rule rule : file.rules()) {
        if (rule.name().equals(row.rule()) && rule.mode() != Mode.OFF) {
          boolean enforces = fileEnforces && rule.mode() == Mode.ENFORCE;
          sums.merge(rule.name(), seen(row.counts(), enforces), Seen::plus);
        }
      }
    }
  }

  /** What is in force counts for itself what it admits and rejects. */
  private static Seen seen(AgreementCounts counts, boolean enforces) {
    return enforces
        ? new Seen(0, counts.onlyCandidateRejects())
        : new Seen(
            counts.bothAdmit() + counts.onlyEnforcedRejects(),
            counts.onlyCandidateRejects() + counts.bothReject());
  }
}
