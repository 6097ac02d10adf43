package dev.penstock.agent;

import dev.penstock.log.AgentLog;
import dev.penstock.operator.IdleRules;
import dev.penstock.telemetry.Snapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Says once of each rule that it has had nothing to do for long: it may be misspelt. */
final class IdleRuleReport {
  private final AgentLog log;
  private final Set<String> said = new HashSet<>();

  IdleRuleReport(AgentLog log) {
    this.log = log;
  }

  void look(Snapshot snapshot) {
    List<String> fresh = new ArrayList<>();
    for (String rule : IdleRules.in(snapshot)) {
      if (said.add(rule)) {
        fresh.add("`" + rule + "`");
      }
    }
    if (!fresh.isEmpty()) {
      log.info("no call has matched for 10 minutes: " + String.join(", ", fresh));
    }
  }
}
