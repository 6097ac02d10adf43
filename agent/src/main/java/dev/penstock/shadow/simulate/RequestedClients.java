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

/** Counts, to the call, what becomes of clients that somebody has asked for by their keys. */
final class RequestedClients {
  /*
   * To know whether a call is one of theirs, the key of every limit that it is for has to be put in
   * words; so this is done only if there is somebody to look for.
   */
  private final Map<String, Count> counts = new LinkedHashMap<>();
  private final Set<String> ofCall = new LinkedHashSet<>();

  RequestedClients(Collection<String> keys) {
    for (String key : keys) {
      counts.put(key, new Count());
    }
  }

  void count(
      LogLine line,
      PlayedRules rules,
      Decision decision,
      @Nullable PlayedRules next,
      @Nullable Decision candidate) {
    if (counts.isEmpty()) {
      return;
    }
    ofCall.clear();
    addKeys(line, rules, decision);
    if (next != null && candidate != null) {
      addKeys(line, next, candidate);
    }
    for (String key : ofCall) {
      Count count = counts.get(key);
      if (count != null) {
        count.requests++;
        count.rejected += decision.isRejected() ? 1 : 0;
        count.candidateRejects += candidate != null && candidate.isRejected() ? 1 : 0;
      }
    }
  }

  private void addKeys(LogLine line, PlayedRules rules, Decision decision) {
    for (int i = 0; i < decision.quotas(); i++) {
      ofCall.add(rules.describeKey(decision, i, line));
    }
  }

  List<SimulationReport.Asked> all() {
    List<SimulationReport.Asked> all = new ArrayList<>();
    counts.forEach(
        (key, count) ->
            all.add(
                new SimulationReport.Asked(
                    key, count.requests, count.rejected, count.candidateRejects)));
    return all;
  }

  private static final class Count {
    long requests;
    long rejected;
    long candidateRejects;
  }
}
