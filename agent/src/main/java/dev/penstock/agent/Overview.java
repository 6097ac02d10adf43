package dev.penstock.agent;

import dev.penstock.call.Direction;
import dev.penstock.divergence.Version;
import dev.penstock.instrument.Weaver;
import dev.penstock.instrument.WovenHook;
import dev.penstock.log.AgentLog;
import dev.penstock.rule.Mode;
import dev.penstock.rule.Rule;
import dev.penstock.rule.RuleSet;
import dev.penstock.rule.RuleSets;
import dev.penstock.telemetry.Histogram;
import dev.penstock.telemetry.Snapshot;
import dev.penstock.telemetry.Snapshot.HookState;
import dev.penstock.telemetry.Snapshot.HookState.State;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What can be seen of the agent without counting calls. */
final class Overview implements Supplier<Snapshot> {
  private static final Histogram NOTHING = new Histogram(List.of(), List.of(0L), 0);

  private final RulesWatch rules;
  private final Weaver weaver;
  private final Stores stores;
  private final Overrides overrides;
  private final AgentLog log;
  private final long startedAtMillis = System.currentTimeMillis();

  Overview(RulesWatch rules, Weaver weaver, Stores stores, Overrides overrides, AgentLog log) {
    this.rules = rules;
    this.weaver = weaver;
    this.stores = stores;
    this.overrides = overrides;
    this.log = log;
  }

  @Override
  public Snapshot get() {
    RuleSets inForce = rules.rules();
    File file = rules.file();
    List<RuleFigures> figures = new ArrayList<>();
    add(Direction.INBOUND, inForce.inbound(), figures);
    add(Direction.OUTBOUND, inForce.outbound(), figures);
    List<HookState> hooks = new ArrayList<>();
    for (WovenHook hook : weaver.hooks()) {
      State state = hook.classes() > 0 ? State.INSTALLED : State.NOT_MET;
      hooks.add(
          new HookState(hook.name(), hook.isDegraded() ? State.DEGRADED : state, hook.classes()));
    }
    return new Snapshot(
        System.currentTimeMillis(),
        startedAtMillis,
        Version.ofAgent(),
        new Snapshot.Setting(
            file == null ? null : file.getPath(),
            inForce.mode(),
            mode(inForce.mode(), overrides.mode()),
            overrides.switchedBy()),
        figures,
        Map.of(),
        Map.of(),
        hooks,
        List.of(),
        /* shadow= */ null,
        new Snapshot.StoreFigures(stores.inForce().liveKeys(), 0, /* redis= */ null),
        new Snapshot.Reloads(0, 0, 0, "", List.of()),
        overrides.switches(),
        log.countOf(AgentLog.SUPPRESSED));
  }

  private void add(Direction direction, RuleSet ruleSet, List<RuleFigures> figures) {
    for (Rule rule : ruleSet.rules()) {
      figures.add(
          new RuleFigures(
              direction,
              rule.name(),
              rule.quotas().toString(),
              ruleSet.mode(),
              mode(mode(ruleSet.mode(), overrides.mode()), overrides.mode(rule.name())),
              overrides.switchedBy(rule.name()),
              Map.of(),
              NOTHING,
              NOTHING,
              /* waitSeconds= */ null,
              /* held= */ 0,
              /* liveKeys= */ 0,
              System.currentTimeMillis()));
    }
  }

  private static Mode mode(Mode inFile, @Nullable Mode switched) {
    return switched == null ? inFile : switched;
  }
}
