package dev.penstock.agent;

import dev.penstock.agent.reload.BoundedFileReader;
import dev.penstock.agent.reload.RulesFileLocations;
import dev.penstock.agent.reload.RulesWatcher;
import dev.penstock.agent.reload.StrictStart;
import dev.penstock.bootstrap.Gate;
import dev.penstock.engine.Engine;
import dev.penstock.inbound.ActivePolicy;
import dev.penstock.instrument.InboundHook;
import dev.penstock.instrument.container.ContainerHook;
import dev.penstock.instrument.grizzly.GrizzlyHook;
import dev.penstock.instrument.jaxrs.CxfHook;
import dev.penstock.instrument.jaxrs.JerseyHook;
import dev.penstock.instrument.jaxrs.ResteasyHook;
import dev.penstock.instrument.jdkserver.JdkServerHook;
import dev.penstock.instrument.servlet.ServletExchanges;
import dev.penstock.instrument.servlet.ServletHook;
import dev.penstock.instrument.servlet.WebSocketHook;
import dev.penstock.instrument.spring.SpringMvcHook;
import dev.penstock.instrument.transform.InstalledHook;
import dev.penstock.instrument.transform.Weaver;
import dev.penstock.instrument.vertx.VertxEndHook;
import dev.penstock.instrument.vertx.VertxExchanges;
import dev.penstock.instrument.vertx.VertxHook;
import dev.penstock.instrument.vertx.VertxRouteHook;
import dev.penstock.instrument.vertx.VertxServerHook;
import dev.penstock.instrument.webflux.WebFluxExchanges;
import dev.penstock.instrument.webflux.WebFluxHook;
import dev.penstock.instrument.webflux.WebFluxRouteHook;
import dev.penstock.instrument.webflux.WebFluxUserHook;
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
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The agent in a JVM: joins rules, store, gate and weaving, and puts new rules in force. */
public final class Agent {
  private final AgentLog log;
  private final Ticker ticker = Ticker.system();
  private final StoreSelection stores;
  private final Store store;
  private final AgentGatekeeper gatekeeper;
  private final Counters counters = new Counters();
  private final ShadowTotals shadowTotals = new ShadowTotals();
  private final Weaver weaver;
  private final HookReport hookWatch;
  private final ModeSwitches switchboard;
  private final SignalPublisher signals;

  /** Hooks that no rule has needed yet. */
  private final List<InstalledHook> unused = new ArrayList<>();

  private volatile @Nullable OutboundSetup outbound;
  private volatile @Nullable ShadowMode shadows;
  private volatile VisibilitySettings visibility = VisibilitySettings.NONE;
  private volatile @Nullable OperatorAccess operatorAccess;

  private Agent(Instrumentation instrumentation, AgentLog log) {
    this.log = log;
    hookWatch = new HookReport(log, System::nanoTime);
    signals = new SignalPublisher(log);
    stores = new StoreSelection(ticker, FileSettings.DEFAULT_MAX_KEYS, log);
    store = new CurrentStore(stores::inForce);
    ServletExchanges servletCalls = new ServletExchanges();
    WebFluxExchanges exchanges = new WebFluxExchanges(servletCalls);
    VertxExchanges requests = new VertxExchanges();
    List<InboundHook> hooks =
        List.of(
            new ContainerHook(servletCalls),
            new ServletHook(servletCalls),
            new WebSocketHook(servletCalls),
            new SpringMvcHook(servletCalls),
            new JdkServerHook(),
            new GrizzlyHook(),
            new JerseyHook(),
            new ResteasyHook(),
            new CxfHook(servletCalls),
            new WebFluxHook(exchanges),
            new WebFluxUserHook(exchanges),
            new WebFluxRouteHook(exchanges),
            new VertxServerHook(),
            new VertxHook(requests),
            new VertxEndHook(requests),
            new VertxRouteHook(requests));
    gatekeeper = new AgentGatekeeper(hooks, engine(RuleSet.EMPTY), store, counters, signals, log);
    for (InboundHook hook : hooks) {
      unused.add(new InstalledHook(hook));
    }
    weaver = new Weaver(instrumentation, log);
    switchboard = new ModeSwitches(log, signals::switched, this::enforce);
  }

  /**
   * Called once, by the premain class.
   *
   * @param attached true if the application runs already
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
    RulesFileLocations places =
        RulesFileLocations.of(options, System.getProperties(), System.getenv(), agentJar);
    RulesWatcher watch =
        new RulesWatcher(
            places,
            options.shadow(),
            new BoundedFileReader(),
            switchboard::read,
            switchboard::remark,
            log);
    watch.tell(signals);
    OperatorAccess display = display(watch, agentJar);
    operatorAccess = display;
    gatekeeper.handleCommandsBy(display.commands());
    // Before the rules are read: when the log says that they are in force, they are.
    Gate.install(gatekeeper);
    watch.start(strict.firstLoad());
    strict.expectRules(watch.hasLoaded());
    display.putUpNotices(instrumentation);
    // Threads come last: one that loads classes while the JVM still starts can lock it up.
    Runnable looks =
        () -> {
          look();
          display.look();
        };
    Runnable sweep =
        () -> {
          sweep();
          display.sweep();
        };
    new Housekeeping(watch, hookWatch, looks, sweep, log).start();
  }

  /** All that is shown of this agent, and where. */
  private OperatorAccess display(RulesWatcher watch, File agentJar) {
    SnapshotCollector figures =
        new SnapshotCollector(
            watch,
            switchboard,
            counters,
            gatekeeper,
            this::pacer,
            shadowTotals,
            new EnvironmentSnapshot(agentJar, weaver, stores, this::shadowFindings),
            System::currentTimeMillis,
            log);
    KeyInspector inspector = new KeyInspector(switchboard, this::engine, this::forgetInShadow, log);
    AgentControls steering = new AgentControls(figures::snapshot, switchboard, inspector, log);
    return new OperatorAccess(figures, steering, watch, signals, () -> visibility, log);
  }

  private @Nullable Pacer pacer() {
    OutboundSetup out = outbound;
    return out == null ? null : out.pacer();
  }

  /** Puts rules in force. Code is woven when there is a first rule that needs it, not before. */
  private void enforce(SwitchedRules switched) {
    RuleSets ruleSets = switched.applied();
    stores.keepAs(ruleSets.inbound().settings().store());
    stores.hashWith(ComparisonJournal.secret(ruleSets));
    Engine engine = engine(ruleSets.inbound());
    ShadowMode compared = shadowsFor(switched, engine);
    Comparison inbound = compared == null ? null : compared.inbound();
    OutboundComparison outbound = compared == null ? null : compared.outbound();
    gatekeeper.enforce(new ActivePolicy(engine, inbound));
    Set<String> budgets = new HashSet<>(engine.budgetNames());
    OutboundSetup out = outboundFor(ruleSets.outbound(), outbound);
    if (out != null) {
      out.paceBy(ruleSets.outbound(), outbound);
      budgets.addAll(out.pacer().budgetNames());
    }
    stores.keepOnly(budgets);
    weaveFor(engine, inbound);
    if (out != null) {
      out.weave();
    }
    visibility = ruleSets.inbound().settings().visibility();
    OperatorAccess shown = operatorAccess;
    if (shown != null) {
      shown.showIn(visibility);
    }
  }

  /** The side that compares, with these rules; null as long as there was nothing in shadow. */
  private @Nullable ShadowMode shadowsFor(SwitchedRules switched, Engine engine) {
    ShadowMode comparing = shadows;
    boolean isAny =
        CandidateTrial.existsIn(switched.file()) || CandidateTrial.existsIn(switched.applied());
    if (comparing == null && isAny) {
      comparing = new ShadowMode(stores, ticker, shadowTotals, log);
      shadows = comparing;
    }
    if (comparing != null) {
      comparing.compare(switched, engine);
    }
    return comparing;
  }

  private Engine engine(RuleSet ruleSet) {
    return new Engine(ruleSet, stores.inForce(), stores.secret());
  }

  /** The side for calls that go out; null as long as there was no rule for them. */
  private @Nullable OutboundSetup outboundFor(
      RuleSet rules, @Nullable OutboundComparison comparison) {
    OutboundSetup out = outbound;
    if (out == null && (!rules.rules().isEmpty() || comparison != null)) {
      OutboundCounter counts = new OutboundCounter(gatekeeper.outboundCounts());
      out = new OutboundSetup(this::engine, store, ticker, weaver, counts, log);
      out.handler().publishTo(signals);
      outbound = out;
      gatekeeper.handleOutboundBy(out);
    }
    return out;
  }

  /** Forgets what is whole again; to be called now and then. */
  private void sweep() {
    stores.sweep();
    OutboundSetup out = outbound;
    if (out != null) {
      out.pacer().sweep();
    }
    ShadowMode comparing = shadows;
    if (comparing != null) {
      comparing.sweep();
    }
  }

  /** A key that is reset is reset on both sides, or they would differ from then on. */
  private void forgetInShadow(String rule, KeyTextParser key) {
    ShadowMode comparing = shadows;
    if (comparing != null) {
      comparing.forget(rule, key);
    }
  }

  private @Nullable ComparisonResult shadowFindings() {
    ShadowMode comparing = shadows;
    return comparing == null ? null : comparing.findings();
  }

  /** Looks after what is shared and what is in shadow; to be called now and then. */
  private void look() {
    stores.look();
    signals.store(stores.redisFigures());
    ShadowMode comparing = shadows;
    if (comparing != null) {
      comparing.look();
    }
  }

  private void weaveFor(Engine engine, @Nullable Comparison comparison) {
    boolean routes = engine.needsRoutes();
    boolean users = engine.needsUsers();
    boolean idle = engine.isIdle() && comparison == null;
    for (Engine other : comparison == null ? List.<Engine>of() : comparison.engines()) {
      routes |= other.needsRoutes();
      users |= other.needsUsers();
    }
    List<InstalledHook> needed = new ArrayList<>();
    for (InstalledHook hook : unused) {
      if (!idle && hook.isNeeded(routes, users)) {
        needed.add(hook);
      }
    }
    if (!needed.isEmpty()) {
      unused.removeAll(needed);
      weaver.weave(needed);
      hookWatch.watch(needed);
    }
  }
}
