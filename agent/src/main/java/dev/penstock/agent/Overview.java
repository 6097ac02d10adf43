package dev.penstock.agent;

import dev.penstock.call.Direction;
import dev.penstock.control.Controls;
import dev.penstock.control.KeyState;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The agent as an operator sees it, as far as it can be seen. */
final class Overview implements Controls {
  private static final Histogram NOTHING = new Histogram(List.of(), List.of(0L), 0);

  private final RulesWatch rules;
  private final Weaver weaver;
  private final Stores stores;
  private final Status status;
  private final Consumer<@Nullable Mode> modeSwitch;
  private final AgentLog log;
  private final long startedAtMillis = System.currentTimeMillis();
  private volatile @Nullable Mode switchedTo;
  private volatile @Nullable String switchedBy;

  Overview(
      RulesWatch rules,
      Weaver weaver,
      Stores stores,
      Status status,
      Consumer<@Nullable Mode> modeSwitch,
      AgentLog log) {
    this.rules = rules;
    this.weaver = weaver;
    this.stores = stores;
    this.status = status;
    this.modeSwitch = modeSwitch;
    this.log = log;
  }

  @Override
  public Snapshot snapshot() {
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
            file == null ? null : file.getPath(), inForce.mode(), mode(inForce.mode()), switchedBy),
        figures,
        Map.of(),
        Map.of(),
        hooks,
        List.of(),
        /* shadow= */ null,
        new Snapshot.StoreFigures(stores.inForce().liveKeys(), 0, /* redis= */ null),
        new Snapshot.Reloads(0, 0, 0, "", List.of()),
        /* switches= */ 0,
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
              mode(ruleSet.mode()),
              switchedBy,
              Map.of(),
              NOTHING,
              NOTHING,
              /* waitSeconds= */ null,
              /* held= */ 0,
              /* liveKeys= */ 0,
              System.currentTimeMillis()));
    }
  }

  private Mode mode(Mode inFile) {
    Mode switched = switchedTo;
    return switched == null ? inFile : switched;
  }

  @Override
  public String status() {
    return status.get();
  }

  @Override
  public void switchAll(@Nullable Mode mode, String by) {
    switchedTo = mode;
    switchedBy = mode == null ? null : by;
    modeSwitch.accept(mode);
    log.info(by + " switched all rules to " + (mode == null ? "what the file says" : mode));
  }

  @Override
  public boolean switchRule(String rule, @Nullable Mode mode, String by) {
    throw new IllegalArgumentException("one rule cannot be switched");
  }

  @Override
  public List<KeyState> peek(String rule, String key) {
    throw new IllegalArgumentException("keys cannot be looked at");
  }

  @Override
  public List<KeyState> reset(String rule, String key, String by) {
    throw new IllegalArgumentException("keys cannot be reset");
  }
}
