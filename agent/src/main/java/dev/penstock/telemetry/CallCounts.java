package dev.penstock.telemetry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The counts of all inbound requests, or of all outbound calls. */
public final class CallCounts {
  private final Counters counters;
  private final CounterGroup calls;
  private final LimitedClients clients = new LimitedClients();
  private final Map<String, RuleCounters> rules = new LinkedHashMap<>();
  private final List<String> names = new ArrayList<>();

  public CallCounts(Counters counters) {
    this.counters = counters;
    calls = counters.newGroup(Outcomes.COUNT);
  }

  Counters counters() {
    return counters;
  }

  /** Returns the counts of a rule. They outlive reloads: one name always has the same counts. */
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
    row.add(calls, Outcomes.index(outcome), 1);
  }

  /** Counts a call, independent of its rules. */
  public void count(Outcome outcome) {
    count(counters.row(), outcome);
  }

  /** Counts a rejection for the client. */
  void rejectedClient(RuleCounters rule, long keyHash) {
    clients.count(rule.number(), keyHash);
  }

  /** Returns the number of calls by outcome. */
  public Map<Outcome, Long> outcomes() {
    return Outcomes.toMap(calls.read());
  }

  /** Returns the clients that were rejected most often. */
  public List<Snapshot.LimitedClient> mostLimited(int atMost) {
    return clients.most(atMost, namesOfRules());
  }

  private synchronized List<String> namesOfRules() {
    return List.copyOf(names);
  }
}
