package dev.penstock.divergence;

import dev.penstock.shadow.Counts;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.Traffic;
import dev.penstock.shadow.Waits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What became of the calls that go one way, minute by minute added up. */
final class DirectionTotals {
  /**
   * More rules than this are not told apart; whoever writes by hand a log with more has a reason.
   */
  private static final int MOST_RULES = 5_000;

  private Counts counts = Counts.NONE;
  private long unjudged;
  private Waits waits = Waits.NONE;
  private final Map<String, Counts> rules = new LinkedHashMap<>();

  void add(Traffic traffic) {
    counts = counts.plus(traffic.counts());
    unjudged += traffic.unjudged();
    waits = waits.plus(traffic.waits());
    for (RuleCounts rule : traffic.rules()) {
      if (rules.size() < MOST_RULES || rules.containsKey(rule.rule())) {
        rules.merge(rule.rule(), rule.counts(), Counts::plus);
      }
    }
  }

  Counts counts() {
    return counts;
  }

  Counts countsOf(String rule) {
    return rules.getOrDefault(rule, Counts.NONE);
  }

  /** All of it, without what the rules say, when it was, and whose calls they were. */
  Traffic toTraffic() {
    List<RuleCounts> each =
        rules.entrySet().stream()
            .map(
                rule ->
                    new RuleCounts(
                        rule.getKey(), /* before= */ null, /* after= */ null, rule.getValue()))
            .toList();
    return new Traffic(counts, unjudged, each, List.of(), List.of(), List.of(), waits);
  }
}
