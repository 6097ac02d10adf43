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

/** Counts the decisions of a simulation: in total, by rule, and by rejected client. */
final class SimulationTally {
  private static final int MOST_CLIENTS = 10;

  private final List<String> names;
  private final int rulesInFile;
  private final ClientNames clients;
  private final long[] requests;
  private final long[] admitted;
  private final long[] rejected;
  private final TopKeys rejectedClients = new TopKeys();
  private long allRejected;

  SimulationTally(RuleSet rules, ClientNames clients) {
    this.clients = clients;
    rulesInFile = rules.rules().size();
    names = rules.all().stream().map(Rule::name).toList();
    requests = new long[names.size()];
    admitted = new long[names.size()];
    rejected = new long[names.size()];
  }

  void count(Decision decision, SimulatedRules decidedBy, LogLine line) {
    boolean rejects = decision.isRejected();
    int previous = -1;
    for (int i = 0; i < decision.quotas(); i++) {
      // The quotas of a rule are adjacent.
      int rule = decision.ruleIndex(i);
      if (rule != previous) {
        requests[rule]++;
        admitted[rule] += rejects ? 0 : 1;
      }
      previous = rule;
    }
    if (rejects) {
      countRejected(decision, decidedBy, line);
    }
  }

  private void countRejected(Decision decision, SimulatedRules decidedBy, LogLine line) {
    allRejected++;
    int deniedBy = decision.deniedRuleIndex();
    if (deniedBy >= 0) {
      // The request has no key, so there is no client to count; other rules have not decided.
      requests[deniedBy]++;
      rejected[deniedBy]++;
    } else if (decision.quotas() > 0) {
      int tightest = decision.tightest();
      int rule = decision.ruleIndex(tightest);
      rejected[rule]++;
      String key = decidedBy.describeKey(decision, tightest, line);
      rejectedClients.count(rule, clients.hashOf(key), clients.nameOf(key));
    }
  }

  long rejected() {
    return allRejected;
  }

  /** The rules in the order of the file, followed by implicit rules that applied. */
  List<RuleLine> rules() {
    List<RuleLine> lines = new ArrayList<>();
    for (int i = 0; i < requests.length; i++) {
      if (i < rulesInFile || requests[i] > 0) {
        lines.add(new RuleLine(names.get(i), requests[i], admitted[i], rejected[i]));
      }
    }
    return lines;
  }

  /** The clients that were rejected most often. */
  List<CountedClient> mostRejected() {
    return rejectedClients.most(MOST_CLIENTS, names);
  }
}
