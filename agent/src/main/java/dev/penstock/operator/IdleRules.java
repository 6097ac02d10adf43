package dev.penstock.operator;

import dev.penstock.rules.Mode;
import dev.penstock.telemetry.Snapshot;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import java.util.ArrayList;
import java.util.List;

/** Which rules have had nothing to do for so long that they may not match what they are to. */
public final class IdleRules {
  /** How long a rule may be without a call. */
  private static final long PATIENCE_MILLIS = 600_000;

  private IdleRules() {}

  /** Their names. A rule that is off is not meant to match; one that is new gets its time. */
  public static List<String> in(Snapshot snapshot) {
    long readAt = Math.max(snapshot.startedAtMillis(), snapshot.reloads().lastMillis());
    List<String> idle = new ArrayList<>();
    for (RuleFigures rule : snapshot.rules()) {
      long since = Math.max(readAt, rule.lastMatchedMillis());
      if (rule.mode() != Mode.OFF && snapshot.takenAtMillis() - since >= PATIENCE_MILLIS) {
        idle.add(rule.name());
      }
    }
    return idle;
  }
}
