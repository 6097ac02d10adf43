package dev.penstock.shadow.simulate;

import dev.penstock.engine.Decision;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.shadow.ClientNames;
import dev.penstock.shadow.simulate.SimulationReport.RuleLine;
import dev.penstock.telemetry.CountedClient;
import dev.penstock.telemetry.TopKeys;
import java.util.ArrayList;
import java.util.List;

/** Counts what a set of rules makes of calls: in all, rule by rule, and who is turned away. */
final class SimulationTally {
  private static final int MOST_CLIENTS = 10;

  private final List<String> names;
  private final int written;
  private final ClientNames clients;
  private final long[] requests;
  private final long[] admitted;
  private final long[] rejected;
  private final TopKeys refused = new TopKeys();
  private long allRejected;

  SimulationTally(RuleSet rules, ClientNames clients) {
    this.clients = clients;
    written = rules.rules().size();
    names = rules.all().stream().map(Rule::name).toList();
    requests = new long[names.size()];
    admitted = new long[names.size()];
    rejected = new long[names.size()];
  }

  void count(Decision decision, PlayedRules by, LogLine line) {
    boolean refuses = decision.isRejected();
    int before = -1;
    for (int i = 0; i < decision.quotas(); i++) {
      // Limits of one rule follow each other.
      int rule = decision.ruleIndex(i);
      if (rule != before) {
        requests[rule]++;
        admitted[rule] += refuses ? 0 : 1;
      }
      before = rule;
    }
    if (refuses) {
      countRefused(decision, by, line);
    }
  }

  private void countRefused(Decision decision, PlayedRules by, LogLine line) {
    allRejected++;
    int denying = decision.deniedRuleIndex();
    if (denying >= 0) {
      // It lacks its key, so there is nobody to name, and what others would say is not known.
      requests[denying]++;
      rejected[denying]++;
    } else if (decision.quotas() > 0) {
      int tightest = decision.tightest();
      int rule = decision.ruleIndex(tightest);
      rejected[rule]++;
      String key = by.describeKey(decision, tightest, line);
      refused.count(rule, clients.hashOf(key), clients.nameOf(key));
    }
  }

  long rejected() {
    return allRejected;
  }

  /** In the order of the file, and behind that rules that apply without being written. */
  List<RuleLine> rules() {
    List<RuleLine> lines = new ArrayList<>();
    for (int i = 0; i < requests.length; i++) {
      if (i < written || requests[i] > 0) {
        lines.add(new RuleLine(names.get(i), requests[i], admitted[i], rejected[i]));
      }
    }
    return lines;
  }

  /** Those who were turned away most often. */
  List<CountedClient> mostRefused() {
    return refused.most(MOST_CLIENTS, names);
  }
}
