package dev.penstock.agent.operator;

import dev.penstock.agent.reload.RuleChanges;
import dev.penstock.agent.reload.RulesWatcher;
import dev.penstock.agent.shadow.ShadowTotals;
import dev.penstock.agent.shadow.ShadowTotals.ShadowOutcomes;
import dev.penstock.agent.shadow.ShadowTotals.Totals;
import dev.penstock.agent.switches.ModeOverrides;
import dev.penstock.engine.Engine;
import dev.penstock.http.Direction;
import dev.penstock.log.AgentLog;
import dev.penstock.outbound.Pacer;
import dev.penstock.rules.Mode;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import dev.penstock.telemetry.CallCounts;
import dev.penstock.telemetry.Counters;
import dev.penstock.telemetry.Outcome;
import dev.penstock.telemetry.RuleCounters;
import dev.penstock.telemetry.Snapshot;
import dev.penstock.telemetry.Snapshot.LimitedClient;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import dev.penstock.telemetry.Snapshot.Setting;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects the snapshot that status, console, metrics and MBeans show; on demand. */
public final class SnapshotCollector {
  private static final int MOST_CLIENTS = 20;

  /** Called twice a second, so the time of the last match is accurate to five seconds. */
  private static final int CALLS_PER_RECORD = 10;

  private final RulesWatcher watcher;
  private final ModeOverrides overrides;
  private final Counters counters;
  private final Traffic traffic;
  private final EnvironmentSnapshot environment;
  private final AgentLog log;
  private final LongSupplier millis;
  private final long startedAtMillis;
  private final LastMatches lastMatches = new LastMatches();
  private int calls;

  /**
   * Where the collector reads what happened to calls.
   *
   * @param inbound counts of inbound requests
   * @param outbound counts of outbound calls
   * @param engine the engine of the inbound rules in force
   * @param pacer holds outbound calls; null until there is an outbound rule
   * @param shadow counts of rules in shadow
   */
  public record Traffic(
      CallCounts inbound,
      CallCounts outbound,
      Supplier<Engine> engine,
      Supplier<@Nullable Pacer> pacer,
      ShadowTotals shadow) {}

  public SnapshotCollector(
      RulesWatcher watcher,
      ModeOverrides overrides,
      Counters counters,
      Traffic traffic,
      EnvironmentSnapshot environment,
      LongSupplier millis,
      AgentLog log) {
    this.watcher = watcher;
    this.overrides = overrides;
    this.counters = counters;
    this.traffic = traffic;
    this.environment = environment;
    this.millis = millis;
    this.log = log;
    startedAtMillis = millis.getAsLong();
  }

  /** Records which rules have matched calls since the last time. Called twice a second. */
  public void recordMatches() {
    if (++calls % CALLS_PER_RECORD == 0) {
      counters.mergeEndedThreads();
      Totals totals = traffic.shadow().read();
      RuleSets rules = watcher.rules();
      recordMatches(rules.inbound(), totals.inbound());
      recordMatches(rules.outbound(), totals.outbound());
    }
  }

  private void recordMatches(RuleSet rules, Map<String, ShadowOutcomes> inShadow) {
    for (Rule rule : rules.rules()) {
      lastMatched(rules, rule, requests(rules, rule, inShadow));
    }
  }

  private Map<Outcome, Long> requests(
      RuleSet rules, Rule rule, Map<String, ShadowOutcomes> inShadow) {
    Map<Outcome, Long> counts = calls(rules).rule(rule.name()).outcomes();
    ShadowOutcomes shadowOutcomes = inShadow.getOrDefault(rule.name(), ShadowOutcomes.NOTHING);
    counts.merge(Outcome.ADMITTED, shadowOutcomes.admitted(), Long::sum);
    counts.merge(Outcome.WOULD_REJECT, shadowOutcomes.wouldReject(), Long::sum);
    return counts;
  }

  private CallCounts calls(RuleSet rules) {
    return rules.isOutbound() ? traffic.outbound() : traffic.inbound();
  }

  private long lastMatched(RuleSet rules, Rule rule, Map<Outcome, Long> requests) {
    return lastMatches.update(direction(rules), rule.name(), requests, millis.getAsLong());
  }

  private static Direction direction(RuleSet rules) {
    return rules.isOutbound() ? Direction.OUTBOUND : Direction.INBOUND;
  }

  /** Collects a snapshot now. */
  public Snapshot snapshot() {
    Totals totals = traffic.shadow().read();
    RuleSets rules = watcher.rules();
    List<RuleFigures> figures = rulesOf(rules.inbound(), totals.inbound());
    figures.addAll(rulesOf(rules.outbound(), totals.outbound()));
    return new Snapshot(
        millis.getAsLong(),
        startedAtMillis,
        environment.version(),
        setting(rules),
        List.copyOf(figures),
        calls(rules.inbound(), totals.inboundCalls()),
        calls(rules.outbound(), totals.outboundCalls()),
        environment.hooks(),
        environment.ports(),
        limited(),
        environment.shadow(),
        environment.store(rules.inbound().settings().mostKeys()),
        watcher.reloads(),
        overrides.switches(),
        log.countOf(AgentLog.SUPPRESSED));
  }

  private Setting setting(RuleSets rules) {
    File file = watcher.file();
    return new Setting(
        file == null ? null : file.toString(), rules.mode(), mode(rules), overrides.switchedBy());
  }

  private Mode mode(RuleSets rules) {
    return orElse(overrides.mode(), rules.mode());
  }

  private static Mode orElse(@Nullable Mode switched, Mode inFile) {
    return switched == null ? inFile : switched;
  }

  private static Mode milder(Mode one, Mode other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private List<LimitedClient> limited() {
    return traffic.inbound().mostLimited(MOST_CLIENTS);
  }

  /** A call that a rule in shadow would reject is still counted as admitted. */
  private Map<Outcome, Long> calls(RuleSet rules, ShadowOutcomes inShadow) {
    Map<Outcome, Long> counts = calls(rules).outcomes();
    counts.merge(Outcome.WOULD_REJECT, inShadow.wouldReject(), Long::sum);
    return counts;
  }

  private List<RuleFigures> rulesOf(RuleSet rules, Map<String, ShadowOutcomes> inShadow) {
    List<RuleFigures> figures = new ArrayList<>();
    for (Rule rule : rules.rules()) {
      figures.add(figures(rules, rule, requests(rules, rule, inShadow)));
    }
    return figures;
  }

  private RuleFigures figures(RuleSet rules, Rule rule, Map<Outcome, Long> requests) {
    String name = rule.name();
    RuleCounters counters = calls(rules).rule(name);
    Pacer pacer = rules.isOutbound() ? traffic.pacer().get() : null;
    Mode all = orElse(overrides.mode(), rules.mode());
    return new RuleFigures(
        direction(rules),
        name,
        RuleChanges.limits(rule),
        milder(rules.mode(), rule.mode()),
        milder(all, orElse(overrides.mode(name), rule.mode())),
        overrides.switchedBy(name),
        requests,
        counters.retryAfterSeconds(),
        counters.remainingShare(),
        rules.isOutbound() ? counters.waitSeconds() : null,
        pacer == null ? 0 : pacer.heldCalls(name),
        pacer == null ? traffic.engine().get().liveKeys(name) : pacer.liveKeys(name),
        lastMatched(rules, rule, requests));
  }
}
