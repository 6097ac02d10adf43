package dev.penstock.operator;

import dev.penstock.rules.Mode;
import dev.penstock.telemetry.Snapshot;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds rules that have matched no call for ten minutes, which may be a mistake in their pattern.
 */
public final class IdleRules {
  /** A rule without calls for this long is idle. */
  private static final long IDLE_MILLIS = 600_000;

  private IdleRules() {}

  /**
   * The names of idle rules, without rules that are off or were loaded less than ten minutes ago.
   */
  public static List<String> in(Snapshot snapshot) {
    long readAt = Math.max(snapshot.startedAtMillis(), snapshot.reloads().lastMillis());
    List<String> idle = new ArrayList<>();
    for (RuleFigures rule : snapshot.rules()) {
      long since = Math.max(readAt, rule.lastMatchedMillis());
      if (rule.mode() != Mode.OFF && snapshot.takenAtMillis() - since >= IDLE_MILLIS) {
        idle.add(rule.name());
      }
    }
    return idle;
  }
}
