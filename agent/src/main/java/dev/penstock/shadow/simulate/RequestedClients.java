package dev.penstock.shadow.simulate;

import dev.penstock.engine.Decision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts exactly the requests of clients that were requested by their keys. */
final class RequestedClients {
  /*
   * To recognize a request of such a client, the key of every limit that applies has to be
   * formatted. This is done only if clients were requested.
   */
  private final Map<String, Count> counts = new LinkedHashMap<>();
  private final Set<String> keysOfRequest = new LinkedHashSet<>();

  RequestedClients(Collection<String> keys) {
    for (String key : keys) {
      counts.put(key, new Count());
    }
  }

  void count(
      LogLine line,
      SimulatedRules rules,
      Decision decision,
      @Nullable SimulatedRules candidateRules,
      @Nullable Decision candidate) {
    if (counts.isEmpty()) {
      return;
    }
    keysOfRequest.clear();
    addKeys(line, rules, decision);
    if (candidateRules != null && candidate != null) {
      addKeys(line, candidateRules, candidate);
    }
    for (String key : keysOfRequest) {
      Count count = counts.get(key);
      if (count != null) {
        count.requests++;
        count.rejected += decision.isRejected() ? 1 : 0;
        count.candidateRejects += candidate != null && candidate.isRejected() ? 1 : 0;
      }
    }
  }

  private void addKeys(LogLine line, SimulatedRules rules, Decision decision) {
    for (int i = 0; i < decision.quotas(); i++) {
      keysOfRequest.add(rules.describeKey(decision, i, line));
    }
  }

  List<SimulationReport.ClientLine> all() {
    List<SimulationReport.ClientLine> all = new ArrayList<>();
    counts.forEach(
        (key, count) ->
            all.add(
                new SimulationReport.ClientLine(
                    key, count.requests, count.rejected, count.candidateRejects)));
    return all;
  }

  private static final class Count {
    long requests;
    long rejected;
    long candidateRejects;
  }
}
