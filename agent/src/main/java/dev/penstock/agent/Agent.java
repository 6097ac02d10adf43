package dev.penstock.agent;

import dev.penstock.agent.operator.AgentControls;
import dev.penstock.agent.operator.EnvironmentSnapshot;
import dev.penstock.agent.operator.KeyInspector;
import dev.penstock.agent.operator.OperatorAccess;
import dev.penstock.agent.operator.SnapshotCollector;
import dev.penstock.agent.ports.PortWatch;
import dev.penstock.agent.reload.BoundedFileReader;
import dev.penstock.agent.reload.RulesFileLocations;
import dev.penstock.agent.reload.RulesWatcher;
import dev.penstock.agent.reload.StrictStart;
import dev.penstock.agent.shadow.ComparisonJournal;
import dev.penstock.agent.shadow.ShadowMode;
import dev.penstock.agent.shadow.ShadowTotals;
import dev.penstock.agent.store.StoreSelection;
import dev.penstock.agent.switches.ModeSwitches;
import dev.penstock.agent.switches.SwitchedRules;
import dev.penstock.bootstrap.Gate;
import dev.penstock.engine.Engine;
import dev.penstock.inbound.ActivePolicy;
import dev.penstock.instrument.transform.Weaver;
import dev.penstock.log.AgentLog;
import dev.penstock.outbound.OutboundCounter;
import dev.penstock.outbound.Pacer;
import dev.penstock.rules.FileSettings;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.VisibilitySettings;
import dev.penstock.rules.key.KeyTextParser;
import dev.penstock.shadow.CandidateTrial;
import dev.penstock.shadow.Comparison;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.OutboundComparison;
import dev.penstock.store.CurrentStore;
import dev.penstock.store.Store;
import dev.penstock.store.Ticker;
import dev.penstock.telemetry.Counters;
import dev.penstock.telemetry.SignalPublisher;
import dev.penstock.telemetry.Snapshot.PortState;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The agent in this JVM: creates and connects all parts at start-up, and applies the rules after
 * each load of the rules file and each operator switch.
 */
public final class Agent {
  private final AgentLog log;
  private final Ticker ticker = Ticker.system();
  private final StoreSelection stores;
  private final Store store;
  private final AgentGatekeeper gatekeeper;
  private final Counters counters = new Counters();
  private final ShadowTotals shadowTotals = new ShadowTotals();
  private final Weaver weaver;
  private final HookReport hookReport;
  private final InboundHooks inboundHooks;
  private final ModeSwitches switches;
  private final SignalPublisher signals;

  /** Null until there is an outbound rule. */
  private volatile @Nullable OutboundSetup outbound;

  /** Null until there is a candidate or a rule in shadow. */
  private volatile @Nullable ShadowMode shadow;

  /** Null until the application has started. */
  private volatile @Nullable PortWatch ports;

  private volatile VisibilitySettings visibility = VisibilitySettings.NONE;
  private volatile @Nullable OperatorAccess operatorAccess;

  private Agent(Instrumentation instrumentation, AgentLog log) {
    this.log = log;
    signals = new SignalPublisher(log);
    stores = new StoreSelection(ticker, FileSettings.DEFAULT_MAX_KEYS, log);
    store = new CurrentStore(stores::inForce);
    weaver = new Weaver(instrumentation, log);
    hookReport =
        new HookReport(log, System::nanoTime, weaver::loadedClasses, PortWatch::listeningPorts);
    inboundHooks = new InboundHooks(weaver, hookReport, log);
    gatekeeper =
        new AgentGatekeeper(
            inboundHooks.all(), engine(RuleSet.EMPTY), store, counters, signals, log);
    switches = new ModeSwitches(log, signals::switched, this::apply);
  }

  /**
   * Starts the agent. The premain class calls this once.
   *
   * @param attached true if the application is already running
   */
  public static void start(
      @Nullable String arguments,
      Instrumentation instrumentation,
      File agentJar,
      boolean attached) {
    AgentOptions options = AgentOptions.parse(arguments);
    AgentLog log = AgentLog.onStderr();
    StrictStart strict = new StrictStart(options.strict(), attached, log);
    try {
      new Agent(instrumentation, log).start(options, strict, instrumentation, agentJar);
    } catch (Throwable error) {
      strict.failed(error);
      throw error;
    }
  }

  private void start(
      AgentOptions options, StrictStart strict, Instrumentation instrumentation, File agentJar) {
    RulesFileLocations locations =
        RulesFileLocations.of(options.rules(), System.getProperties(), System.getenv(), agentJar);
    RulesWatcher watcher =
        new RulesWatcher(
            locations,
            options.shadow(),
            new BoundedFileReader(),
            switches::rulesLoaded,
            switches::remark,
            log);
    watcher.publishTo(signals);
    OperatorAccess operators = operatorAccess(watcher, agentJar);
    operatorAccess = operators;
    gatekeeper.handleCommandsBy(operators.commands());
    // Before the rules are loaded: once the log reports them, requests must be checked.
    Gate.install(gatekeeper);
    watcher.start(strict.firstLoad());
    strict.expectRules(watcher.hasLoaded());
    operators.publishStatus(instrumentation);
    // Last: a thread that loads classes while the JVM is still starting can deadlock it.
    startHousekeeping(watcher, operators);
  }

  private void startHousekeeping(RulesWatcher watcher, OperatorAccess operators) {
    Runnable refresh =
        () -> {
          refresh();
          operators.refresh();
        };
    Runnable sweep =
        () -> {
          sweep();
          operators.reportIdleRules();
        };
    new Housekeeping(watcher, hookReport, refresh, sweep, log).start();
  }

  private OperatorAccess operatorAccess(RulesWatcher watcher, File agentJar) {
    SnapshotCollector snapshots =
        new SnapshotCollector(
            watcher,
            switches,
            counters,
            new SnapshotCollector.Traffic(
                gatekeeper.inboundCounts(),
                gatekeeper.outboundCounts(),
                gatekeeper::engine,
                this::pacer,
                shadowTotals),
            new EnvironmentSnapshot(agentJar, weaver, this::ports, stores, this::shadowResult),
            System::currentTimeMillis,
            log);
    KeyInspector inspector = new KeyInspector(switches, this::engine, this::forgetInShadow, log);
    AgentControls controls = new AgentControls(snapshots::snapshot, switches, inspector, log);
    return new OperatorAccess(snapshots, controls, watcher, signals, () -> visibility, log);
  }

  private @Nullable Pacer pacer() {
    OutboundSetup setup = outbound;
    return setup == null ? null : setup.pacer();
  }

  /** Puts rules in force. Hooks are installed when a rule needs them for the first time. */
  private void apply(SwitchedRules switched) {
    RuleSets ruleSets = switched.applied();
    stores.configure(ruleSets.inbound().settings().store());
    stores.useLogSecret(ComparisonJournal.secret(ruleSets));
    Engine engine = engine(ruleSets.inbound());
    ShadowMode comparing = shadowFor(switched, engine);
    Comparison inboundComparison = comparing == null ? null : comparing.inbound();
    OutboundComparison outboundComparison = comparing == null ? null : comparing.outbound();
    gatekeeper.enforce(new ActivePolicy(engine, inboundComparison));
    Set<String> budgets = new HashSet<>(engine.budgetNames());
    OutboundSetup setup = outboundFor(ruleSets.outbound(), outboundComparison);
    if (setup != null) {
      setup.paceBy(ruleSets.outbound(), outboundComparison);
      budgets.addAll(setup.pacer().budgetNames());
    }
    stores.keepOnly(budgets);
    inboundHooks.install(engine, inboundComparison);
    if (setup != null) {
      setup.weave();
    }
    visibility = ruleSets.inbound().settings().visibility();
    OperatorAccess operators = operatorAccess;
    if (operators != null) {
      operators.apply(visibility);
    }
  }

  /** Updates the comparison with these rules; null if nothing has been in shadow so far. */
  private @Nullable ShadowMode shadowFor(SwitchedRules switched, Engine engine) {
    ShadowMode comparing = shadow;
    boolean isAny =
        CandidateTrial.existsIn(switched.file()) || CandidateTrial.existsIn(switched.applied());
    if (comparing == null && isAny) {
      comparing = new ShadowMode(stores, ticker, shadowTotals, log);
      shadow = comparing;
    }
    if (comparing != null) {
      comparing.compare(switched, engine);
    }
    return comparing;
  }

  private Engine engine(RuleSet ruleSet) {
    return new Engine(ruleSet, stores.inForce(), stores.secret());
  }

  /** Returns the set-up for outbound calls; null if there has been no outbound rule so far. */
  private @Nullable OutboundSetup outboundFor(
      RuleSet rules, @Nullable OutboundComparison comparison) {
    OutboundSetup setup = outbound;
    if (setup == null && (!rules.rules().isEmpty() || comparison != null)) {
      OutboundCounter counts = new OutboundCounter(gatekeeper.outboundCounts(), log);
      setup = new OutboundSetup(this::engine, store, ticker, weaver, counts, log);
      setup.handler().publishTo(signals);
      outbound = setup;
      gatekeeper.handleOutboundBy(setup);
    }
    return setup;
  }

  /** Removes keys whose limits are unused again. Called every 30 seconds. */
  private void sweep() {
    stores.sweep();
    OutboundSetup setup = outbound;
    if (setup != null) {
      setup.pacer().sweep();
    }
    ShadowMode comparing = shadow;
    if (comparing != null) {
      comparing.sweep();
    }
  }

  /** Resets a key in shadow too; otherwise the two sides would diverge from then on. */
  private void forgetInShadow(String rule, KeyTextParser key) {
    ShadowMode comparing = shadow;
    if (comparing != null) {
      comparing.forget(rule, key);
    }
  }

  private @Nullable ComparisonResult shadowResult() {
    ShadowMode comparing = shadow;
    return comparing == null ? null : comparing.findings();
  }

  private List<PortState> ports() {
    PortWatch watch = ports;
    return watch == null ? List.of() : watch.states();
  }

  /** Looks for ports that no hook serves, while requests are limited. */
  private void checkPorts() {
    PortWatch watch = ports;
    if (watch == null) {
      watch = new PortWatch(System::nanoTime, log);
      ports = watch;
      gatekeeper.reportPortsTo(watch);
    }
    if (gatekeeper.isIdle()) {
      watch.restart();
    } else {
      watch.check();
    }
  }

  /** Starts store maintenance, publishes the state of Redis, writes the shadow journal. */
  private void refresh() {
    stores.startMaintenance();
    signals.storeState(stores.redisFigures());
    ShadowMode comparing = shadow;
    if (comparing != null) {
      comparing.writeJournal();
    }
    if (hookReport.isReported()) {
      checkPorts();
    }
  }
}
