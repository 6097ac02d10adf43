package dev.penstock.agent;

import dev.penstock.agent.ShadowTotals.Seen;
import dev.penstock.agent.ShadowTotals.Totals;
import dev.penstock.agent.reload.RuleChanges;
import dev.penstock.agent.reload.RulesWatcher;
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

/** All that is shown of the agent anywhere, collected when somebody looks. */
final class SnapshotCollector {
  private static final int MOST_CLIENTS = 20;

  /** Housekeeping comes twice a second; when a rule last saw a call is known to five seconds. */
  private static final int LOOKS_PER_STAMP = 10;

  private final RulesWatcher watch;
  private final ModeOverrides overrides;
  private final Counters counters;
  private final AgentGatekeeper gatekeeper;
  private final Supplier<@Nullable Pacer> pacer;
  private final ShadowTotals shadow;
  private final EnvironmentSnapshot surroundings;
  private final AgentLog log;
  private final LongSupplier millis;
  private final long startedAtMillis;
  private final LastMatches lastMatches = new LastMatches();
  private int looks;

  SnapshotCollector(
      RulesWatcher watch,
      ModeOverrides overrides,
      Counters counters,
      AgentGatekeeper gatekeeper,
      Supplier<@Nullable Pacer> pacer,
      ShadowTotals shadow,
      EnvironmentSnapshot surroundings,
      LongSupplier millis,
      AgentLog log) {
    this.watch = watch;
    this.overrides = overrides;
    this.counters = counters;
    this.gatekeeper = gatekeeper;
    this.pacer = pacer;
    this.shadow = shadow;
    this.surroundings = surroundings;
    this.millis = millis;
    this.log = log;
    startedAtMillis = millis.getAsLong();
  }

  /** Notes which rules have seen calls since the last time; to be called twice a second. */
  void look() {
    if (++looks % LOOKS_PER_STAMP == 0) {
      counters.tidy();
      Totals totals = shadow.read();
      RuleSets rules = watch.rules();
      stamp(rules.inbound(), totals.inbound());
      stamp(rules.outbound(), totals.outbound());
    }
  }

  private void stamp(RuleSet rules, Map<String, Seen> inShadow) {
    for (Rule rule : rules.rules()) {
      lastMatched(rules, rule, requests(rules, rule, inShadow));
    }
  }

  private Map<Outcome, Long> requests(RuleSet rules, Rule rule, Map<String, Seen> inShadow) {
    Map<Outcome, Long> counts = calls(rules).rule(rule.name()).outcomes();
    Seen seen = inShadow.getOrDefault(rule.name(), Seen.NOTHING);
    counts.merge(Outcome.ADMITTED, seen.admitted(), Long::sum);
    counts.merge(Outcome.WOULD_REJECT, seen.wouldReject(), Long::sum);
    return counts;
  }

  private CallCounts calls(RuleSet rules) {
    return rules.isOutbound() ? gatekeeper.outboundCounts() : gatekeeper.inboundCounts();
  }

  private long lastMatched(RuleSet rules, Rule rule, Map<Outcome, Long> requests) {
    return lastMatches.last(direction(rules), rule.name(), requests, millis.getAsLong());
  }

  private static Direction direction(RuleSet rules) {
    return rules.isOutbound() ? Direction.OUTBOUND : Direction.INBOUND;
  }

  Snapshot snapshot() {
    Totals totals = shadow.read();
    RuleSets rules = watch.rules();
    List<RuleFigures> figures = rulesOf(rules.inbound(), totals.inbound());
    figures.addAll(rulesOf(rules.outbound(), totals.outbound()));
    return new Snapshot(
        millis.getAsLong(),
        startedAtMillis,
        surroundings.version(),
        setting(rules),
        List.copyOf(figures),
        calls(rules.inbound(), totals.inboundCalls()),
        calls(rules.outbound(), totals.outboundCalls()),
        surroundings.hooks(),
        limited(),
        surroundings.shadow(),
        surroundings.store(rules.inbound().settings().mostKeys()),
        watch.reloads(),
        overrides.switches(),
        log.countOf(AgentLog.SUPPRESSED));
  }

  private Setting setting(RuleSets rules) {
    File file = watch.file();
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
    return gatekeeper.inboundCounts().mostLimited(MOST_CLIENTS);
  }

  /** Calls that go through are counted as such, whatever a rule in shadow thinks of them. */
  private Map<Outcome, Long> calls(RuleSet rules, Seen inShadow) {
    Map<Outcome, Long> counts = calls(rules).outcomes();
    counts.merge(Outcome.WOULD_REJECT, inShadow.wouldReject(), Long::sum);
    return counts;
  }

  private List<RuleFigures> rulesOf(RuleSet rules, Map<String, Seen> inShadow) {
    List<RuleFigures> figures = new ArrayList<>();
    for (Rule rule : rules.rules()) {
      figures.add(figures(rules, rule, requests(rules, rule, inShadow)));
    }
    return figures;
  }

  private RuleFigures figures(RuleSet rules, Rule rule, Map<Outcome, Long> requests) {
    String name = rule.name();
    RuleCounters tally = calls(rules).rule(name);
    Pacer pacing = rules.isOutbound() ? pacer.get() : null;
    Mode all = orElse(overrides.mode(), rules.mode());
    return new RuleFigures(
        direction(rules),
        name,
        RuleChanges.limits(rule),
        milder(rules.mode(), rule.mode()),
        milder(all, orElse(overrides.mode(name), rule.mode())),
        overrides.switchedBy(name),
        requests,
        tally.retryAfterSeconds(),
        tally.remainingShare(),
        rules.isOutbound() ? tally.waitSeconds() : null,
        pacing == null ? 0 : pacing.heldCalls(name),
        pacing == null ? gatekeeper.engine().liveKeys(name) : pacing.liveKeys(name),
        lastMatched(rules, rule, requests));
  }
}
