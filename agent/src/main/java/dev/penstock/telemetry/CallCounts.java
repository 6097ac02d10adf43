package dev.penstock.telemetry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is counted of the calls that go one way. */
public final class CallCounts {
  private final Counters counters;
  private final CounterGroup calls;
  private final LimitedClients limited = new LimitedClients();
  private final Map<String, RuleCounters> rules = new LinkedHashMap<>();
  private final List<String> names = new ArrayList<>();

  public CallCounts(Counters counters) {
    this.counters = counters;
    calls = counters.newTally(Outcomes.COUNT);
  }

  Counters counters() {
    return counters;
  }

  /** The counts of the rule of this name; the same ones for good. */
  public synchronized RuleCounters rule(String name) {
    RuleCounters known = rules.get(name);
    if (known == null) {
      known = new RuleCounters(rules.size(), name, counters);
      rules.put(name, known);
      names.add(name);
    }
    return known;
  }

  void count(CounterRow row, Outcome outcome) {
    row.add(calls, Outcomes.place(outcome), 1);
  }

  /** Counts a call, whatever rules are for it. */
  public void count(Outcome outcome) {
    count(counters.row(), outcome);
  }

  /** Counts whose call a rule has turned away. */
  void limited(RuleCounters rule, long keyHash) {
    limited.count(rule.number(), keyHash);
  }

  /** What became of calls. */
  public Map<Outcome, Long> outcomes() {
    return Outcomes.map(calls.read());
  }

  /** Those who were turned away most often, at most so many of them. */
  public List<Snapshot.LimitedClient> mostLimited(int atMost) {
    return limited.most(atMost, namesOfRules());
  }

  private synchronized List<String> namesOfRules() {
    return List.copyOf(names);
  }
}
