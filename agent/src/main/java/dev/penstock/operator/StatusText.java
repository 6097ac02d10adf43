package dev.penstock.operator;

import dev.penstock.rules.Mode;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.ComparisonSummary;
import dev.penstock.shadow.Verdict;
import dev.penstock.telemetry.Outcome;
import dev.penstock.telemetry.Snapshot;
import dev.penstock.telemetry.Snapshot.HookState;
import dev.penstock.telemetry.Snapshot.PortState;
import dev.penstock.telemetry.Snapshot.RedisFigures;
import dev.penstock.telemetry.Snapshot.Reloads;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import dev.penstock.telemetry.Snapshot.Setting;
import dev.penstock.telemetry.Snapshot.ShadowFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats a snapshot as the output of {@code status}. */
public final class StatusText {
  private static final int NARROWEST = 12;

  private final Snapshot snapshot;
  private final StringBuilder text = new StringBuilder();

  private StatusText(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  public static String of(Snapshot snapshot) {
    StatusText status = new StatusText(snapshot);
    status.addState();
    status.addRules();
    status.addHooks();
    status.addStore();
    status.addShadow();
    status.addRest();
    return status.text.toString();
  }

  /** The mode and the number of rules: {@code enforcing 2 rules}. */
  public static String state(Snapshot snapshot) {
    int count = snapshot.rules().size();
    String rules = count == 1 ? "1 rule" : count + " rules";
    if (count == 0) {
      return "no rules loaded";
    }
    return switch (snapshot.setting().mode()) {
      case ENFORCE -> "enforcing " + rules;
      case SHADOW -> "in shadow, rejecting nothing: " + rules;
      case OFF -> "switched off: " + rules;
    };
  }

  /** The mode of all rules, and the operator's switch if there is one. */
  static String describeMode(Setting setting) {
    return describeMode(setting.mode(), setting.inFile(), setting.switchedBy());
  }

  static String describeMode(RuleFigures rule) {
    return describeMode(rule.mode(), rule.inFile(), rule.switchedBy());
  }

  private static String describeMode(Mode mode, Mode inFile, @Nullable String switchedBy) {
    return word(mode) + describeSwitch(inFile, switchedBy);
  }

  private static String describeSwitch(Mode inFile, @Nullable String by) {
    return by == null ? "" : " (switched by " + by + "; the file says " + word(inFile) + ")";
  }

  private static String word(Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  private void addState() {
    Setting setting = snapshot.setting();
    // Without a file, the last log message says where the agent looks for one.
    String lastMessage = snapshot.reloads().lastWords();
    line(
        "rules",
        setting.file() != null ? state(snapshot) + " from " + setting.file() : lastMessage);
    if (setting.switchedBy() != null) {
      line("mode", describeMode(setting));
    }
  }

  private void addRules() {
    List<List<String>> rows = new ArrayList<>();
    for (RuleFigures rule : snapshot.rules()) {
      String switched = describeSwitch(rule.inFile(), rule.switchedBy());
      String counts = describeCounts(rule.requests()) + switched;
      rows.add(List.of(rule.name(), rule.limits(), word(rule.mode()), counts));
    }
    addTable(rows);
    List<String> idle = IdleRules.in(snapshot);
    if (!idle.isEmpty()) {
      line("idle", "no matching call for 10 minutes: " + String.join(", ", idle));
    }
  }

  private static String describeCounts(Map<Outcome, Long> requests) {
    StringBuilder counts = new StringBuilder();
    for (Outcome outcome : Outcome.values()) {
      long count = requests.getOrDefault(outcome, 0L);
      if (count > 0 || outcome == Outcome.ADMITTED) {
        counts.append(counts.length() == 0 ? "" : ", ").append(count).append(' ');
        counts.append(outcome.label().replace('_', ' '));
      }
    }
    return counts.toString();
  }

  private void addHooks() {
    List<List<String>> rows = new ArrayList<>();
    for (HookState hook : snapshot.hooks()) {
      rows.add(List.of(hook.name(), describe(hook)));
    }
    line("hooks", rows.isEmpty() ? "none, as no rule needs one" : "");
    addTable(rows);
    addPorts();
  }

  private void addPorts() {
    if (!snapshot.ports().isEmpty()) {
      line(
          "ports",
          snapshot.ports().stream().map(StatusText::describe).collect(Collectors.joining(", ")));
    }
  }

  private static String describe(PortState port) {
    return port.port()
        + switch (port.coverage()) {
          case SERVED -> "";
          case NO_REQUEST -> " (no request so far)";
          case NOT_COVERED -> " (NOT COVERED: connections pass no hook)";
        };
  }

  private static String describe(HookState hook) {
    int classes = hook.classes();
    String where = classes == 1 ? "in 1 class" : "in " + classes + " classes";
    return switch (hook.state()) {
      case INSTALLED -> where;
      case DEGRADED -> where + ", DEGRADED: some methods could not be instrumented; see the log";
      case NOT_MET -> "not met";
    };
  }

  private void addStore() {
    line("keys", snapshot.store().liveKeys() + " of at most " + snapshot.store().mostKeys());
    RedisFigures redis = snapshot.store().redis();
    if (redis != null) {
      line("redis", describe(redis));
    }
    long held = snapshot.rules().stream().mapToLong(RuleFigures::held).sum();
    line("held", held == 1 ? "1 outbound call" : held + " outbound calls");
  }

  private static String describe(RedisFigures redis) {
    return redis.address()
        + (redis.answering() ? ", available" : ", UNAVAILABLE")
        + ("; decided by Redis " + redis.decidedByRedis())
        + (", by local share " + redis.decidedHere())
        + (", admitted " + redis.letThrough() + ", rejected " + redis.turnedAway())
        + ("; " + redis.asked() + " questions in " + redis.roundTrips() + " round trips")
        + (", " + redis.late() + " late, " + redis.errors() + " errors")
        + (", paused " + redis.opened() + " times");
  }

  private void addShadow() {
    ShadowFigures shadow = snapshot.shadow();
    if (shadow != null) {
      AgreementCounts counts =
          new AgreementCounts(
              shadow.bothAdmit(),
              shadow.onlyOldRejects(),
              shadow.onlyNewRejects(),
              shadow.bothReject());
      line("shadow", ComparisonSummary.of(counts, new Verdict(shadow.ready(), shadow.reasons())));
      if (!shadow.excluded().isEmpty()) {
        line("left out", String.join("; ", shadow.excluded()));
      }
    }
  }

  private void addRest() {
    Reloads reloads = snapshot.reloads();
    line("reloads", reloads.loaded() + " succeeded, " + reloads.failed() + " failed");
    for (String problem : reloads.problems()) {
      problem.lines().forEach(each -> text.append("  ").append(each).append('\n'));
    }
    line("switches", snapshot.switches() + " used");
    line("errors", snapshot.suppressedErrors() + " suppressed");
  }

  private void addTable(List<List<String>> rows) {
    int columns = rows.isEmpty() ? 0 : rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int column = 0; column < columns; column++) {
        int least = column == 0 ? NARROWEST - 2 : 0;
        widths[column] = Math.max(widths[column], Math.max(least, row.get(column).length() + 2));
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder("  ");
      for (int column = 0; column < columns; column++) {
        line.append(padded(row.get(column), widths[column]));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
  }

  private void line(String name, String value) {
    text.append(value.isEmpty() ? name : padded(name, NARROWEST) + value).append('\n');
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
