package dev.penstock.shadow.log;

import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.CandidateWaits;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.TrafficComparison;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The sum of the counts of one direction over any number of minutes. */
final class DirectionTotals {
  /** Further rules are not counted by name. Only a log written by hand has more rules. */
  private static final int MOST_RULES = 5_000;

  private AgreementCounts counts = AgreementCounts.NONE;
  private long notCompared;
  private CandidateWaits waits = CandidateWaits.NONE;
  private final Map<String, AgreementCounts> rules = new LinkedHashMap<>();

  void add(TrafficComparison traffic) {
    counts = counts.plus(traffic.counts());
    notCompared += traffic.notCompared();
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

  /** The sums, without the texts of the rules, the minutes and the clients. */
  TrafficComparison toTraffic() {
    List<RuleCounts> each =
        rules.entrySet().stream()
            .map(
                rule ->
                    new RuleCounts(
                        rule.getKey(), /* before= */ null, /* after= */ null, rule.getValue()))
            .toList();
    return new TrafficComparison(counts, notCompared, each, List.of(), List.of(), List.of(), waits);
  }
}
