package dev.penstock.agent.operator;

import dev.penstock.log.AgentLog;
import dev.penstock.operator.IdleRules;
import dev.penstock.telemetry.Snapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Logs each rule once that has matched no call for long, since its {@code match} may be wrong. */
public final class IdleRuleReport {
  private final AgentLog log;
  private final Set<String> reported = new HashSet<>();

  IdleRuleReport(AgentLog log) {
    this.log = log;
  }

  public void report(Snapshot snapshot) {
    List<String> idle = new ArrayList<>();
    for (String rule : IdleRules.in(snapshot)) {
      if (reported.add(rule)) {
        idle.add("`" + rule + "`");
      }
    }
    if (!idle.isEmpty()) {
      log.info(
          "no call has matched for 10 minutes: "
              + String.join(", ", idle)
              + ". Test a request with `explain`, or correct `match`");
    }
  }
}
