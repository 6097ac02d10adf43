package dev.penstock.shadow.log;

import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.CandidateWaits;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.TrafficComparison;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What became of the calls that go one way, minute by minute added up. */
final class DirectionTotals {
  /**
   * More rules than this are not told apart; whoever writes by hand a log with more has a reason.
   */
  private static final int MOST_RULES = 5_000;

  private AgreementCounts counts = AgreementCounts.NONE;
  private long unjudged;
  private CandidateWaits waits = CandidateWaits.NONE;
  private final Map<String, AgreementCounts> rules = new LinkedHashMap<>();

  void add(TrafficComparison traffic) {
    counts = counts.plus(traffic.counts());
    unjudged += traffic.unjudged();
    waits = waits.plus(traffic.waits());
    for (RuleCounts rule : traffic.rules()) {
      if (rules.size() < MOST_RULES || rules.containsKey(rule.rule())) {
        rules.merge(rule.rule(), rule.counts(), AgreementCounts::plus);
      }
    }
  }

  AgreementCounts counts() {
    return counts;
  }

  AgreementCounts countsOf(String rule) {
    return rules.getOrDefault(rule, AgreementCounts.NONE);
  }

  /** All of it, without what the rules say, when it was, and whose calls they were. */
  TrafficComparison toTraffic() {
    List<RuleCounts> each =
        rules.entrySet().stream()
            .map(
                rule ->
                    new RuleCounts(
                        rule.getKey(), /* before= */ null, /* after= */ null, rule.getValue()))
            .toList();
    return new TrafficComparison(counts, unjudged, each, List.of(), List.of(), List.of(), waits);
  }
}
