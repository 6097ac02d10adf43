package dev.penstock.cli.jvm;

import dev.penstock.operator.StatusText;
import dev.penstock.shadow.report.Sparkline;
import dev.penstock.telemetry.Outcome;
import dev.penstock.telemetry.Snapshot;
import dev.penstock.telemetry.Snapshot.HookState;
import dev.penstock.telemetry.Snapshot.LimitedClient;
import dev.penstock.telemetry.Snapshot.RedisFigures;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import dev.penstock.telemetry.Snapshot.ShadowFigures;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The view of {@code top}: the changes from one snapshot to the next. */
final class TopView {
  private static final int HISTORY = 24;
  private static final int MOST_CLIENTS = 5;

  private final String pid;
  private final Charset charset;
  private final Map<String, Deque<Double>> history = new HashMap<>();
  private @Nullable Snapshot before;
  private @Nullable Snapshot now;

  TopView(String pid, Charset charset) {
    this.pid = pid;
    this.charset = charset;
  }

  void add(Snapshot snapshot) {
    before = now;
    now = snapshot;
    if (before != null) {
      for (RuleFigures rule : snapshot.rules()) {
        Deque<Double> figures = history.computeIfAbsent(rule.name(), any -> new ArrayDeque<>());
        figures.addLast(admitted(rule) + rejected(rule) + perSecond(rule, Outcome.WOULD_REJECT));
        if (figures.size() > HISTORY) {
          figures.removeFirst();
        }
      }
    }
  }

  /** The lines of the view; empty before the second snapshot. */
  List<String> lines() {
    Snapshot shown = now;
    List<String> lines = new ArrayList<>();
    if (shown == null || before == null) {
      return lines;
    }
    String file = shown.setting().file();
    lines.add("JVM " + pid + ", Penstock " + shown.version() + ": " + StatusText.state(shown));
    lines.add("file    " + (file == null ? "none" : file));
    addHooks(shown, lines);
    addStore(shown, lines);
    addRules(shown, lines);
    addClients(shown.limited(), lines);
    return lines;
  }

  private static void addHooks(Snapshot shown, List<String> lines) {
    StringBuilder active = new StringBuilder();
    for (HookState hook : shown.hooks()) {
      if (hook.state() != HookState.State.NOT_MET) {
        boolean degraded = hook.state() == HookState.State.DEGRADED;
        active.append(active.length() == 0 ? "" : ", ").append(hook.name());
        active.append(degraded ? " (DEGRADED)" : "");
      }
    }
    lines.add("hooks   " + (active.length() == 0 ? "none active" : active));
  }

  private static void addStore(Snapshot shown, List<String> lines) {
    RedisFigures redis = shown.store().redis();
    if (redis != null) {
      lines.add("redis   " + redis.address() + (redis.answering() ? "" : " UNAVAILABLE"));
    }
    lines.add("keys    " + shown.store().liveKeys());
    ShadowFigures shadow = shown.shadow();
    if (shadow != null) {
      lines.add("shadow  " + shadow.candidate() + (shadow.ready() ? ": ready" : ": not ready"));
    }
    if (shown.suppressedErrors() > 0) {
      lines.add("errors  " + shown.suppressedErrors() + " suppressed");
    }
  }

  private void addRules(Snapshot shown, List<String> lines) {
    int width = 4;
    for (RuleFigures rule : shown.rules()) {
      width = Math.max(width, rule.name().length());
    }
    String row = "%-" + width + "s  %-7s  %10s  %10s  %8s  %6s  %s";
    lines.add("");
    lines.add(
        row.formatted("RULE", "MODE", "ADMITTED/s", "REJECTED/s", "WOULD/s", "KEYS", "CALLS"));
    for (RuleFigures rule : shown.rules()) {
      lines.add(
          row.formatted(
              rule.name(),
              rule.mode().name().toLowerCase(Locale.ROOT),
              rate(admitted(rule)),
              rate(rejected(rule)),
              rate(perSecond(rule, Outcome.WOULD_REJECT)),
              rule.liveKeys(),
              sparkline(rule)));
    }
  }

  private String sparkline(RuleFigures rule) {
    Deque<Double> figures = history.getOrDefault(rule.name(), new ArrayDeque<>());
    return Sparkline.of(figures.stream().mapToDouble(Double::doubleValue).toArray(), charset);
  }

  private static void addClients(List<LimitedClient> clients, List<String> lines) {
    if (clients.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("MOST REJECTED CLIENTS");
    for (LimitedClient client : clients.subList(0, Math.min(MOST_CLIENTS, clients.size()))) {
      lines.add("%10d  %s  %s".formatted(client.count(), client.id(), client.rule()));
    }
  }

  private double admitted(RuleFigures rule) {
    return perSecond(rule, Outcome.ADMITTED)
        + perSecond(rule, Outcome.OVERFLOW)
        + perSecond(rule, Outcome.FAILED_OPEN);
  }

  private double rejected(RuleFigures rule) {
    return perSecond(rule, Outcome.REJECTED) + perSecond(rule, Outcome.SHED);
  }

  private double perSecond(RuleFigures rule, Outcome outcome) {
    Snapshot first = before;
    Snapshot last = now;
    if (first == null || last == null) {
      return 0;
    }
    long previous = 0;
    for (RuleFigures each : first.rules()) {
      if (each.name().equals(rule.name())) {
        previous = each.requests().getOrDefault(outcome, 0L);
      }
    }
    long more = Math.max(0, rule.requests().getOrDefault(outcome, 0L) - previous);
    return 1000.0 * more / Math.max(1, last.takenAtMillis() - first.takenAtMillis());
  }

  private static String rate(double perSecond) {
    return String.format(Locale.ROOT, "%.1f", perSecond);
  }
}
