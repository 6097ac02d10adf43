package dev.penstock.agent;

import dev.penstock.agent.operator.KeyInspector;
import dev.penstock.agent.shadow.ShadowMode;
import dev.penstock.agent.store.StoreSelection;
import dev.penstock.agent.switches.ModeSwitches;
import dev.penstock.agent.switches.SwitchedRules;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.inbound.ActivePolicy;
import dev.penstock.log.AgentLog;
import dev.penstock.outbound.PacedCall;
import dev.penstock.outbound.Pacer;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.Good;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.OutboundComparison;
import dev.penstock.store.CurrentStore;
import dev.penstock.store.ManualTicker;
import dev.penstock.telemetry.Counters;
import dev.penstock.telemetry.SignalPublisher;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An agent with a shadow comparison and the mode switches of operators, on a manual clock. */
final class AgentWithSwitches {
  final ManualTicker ticker = new ManualTicker();
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  final AgentLog log =
      new AgentLog(
          new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
          /* debugging= */ false,
          System::nanoTime);
  final StoreSelection stores = new StoreSelection(ticker, /* mostKeys= */ 100_000, log);
  final ShadowMode shadows = new ShadowMode(stores, ticker, log);
  final ModeSwitches switches = new ModeSwitches(log, (what, by) -> {}, this::enforce);
  final KeyInspector inspector = new KeyInspector(switches, this::engine, shadows::forget, log);
  private final CurrentStore store = new CurrentStore(stores::inForce);
  private final AgentGatekeeper gatekeeper =
      new AgentGatekeeper(
          List.of(new TraceHook()),
          engine(RuleSet.EMPTY),
          store,
          new Counters(),
          SignalPublisher.SILENT,
          log);
  private final Pacer pacer = new Pacer(this::engine, store, ticker, log);
  private @Nullable OutboundComparison outbound;

  private Engine engine(RuleSet rules) {
    return new Engine(rules, stores.inForce(), stores.secret());
  }

  private void enforce(SwitchedRules switched) {
    RuleSets rules = switched.applied();
    stores.configure(rules.inbound().settings().store());
    Engine engine = engine(rules.inbound());
    shadows.compare(switched, engine);
    gatekeeper.enforce(new ActivePolicy(engine, shadows.inbound()));
    pacer.install(rules.outbound());
    outbound = shadows.outbound();
    Set<String> budgets = new HashSet<>(engine.budgetNames());
    budgets.addAll(pacer.budgetNames());
    stores.keepOnly(budgets);
  }

  static RuleSets rules(String text) {
    return Good.file("version: 1\n" + text).rules();
  }

  /** Rules whose candidate is equal to them. */
  static RuleSets withEqualCandidate(String text) {
    return rules(text).withCandidate(new RuleSets.Candidate("next.yaml", rules(text)));
  }

  /** Starts a request; true if it is admitted. The test closes the added ticket. */
  boolean call(String path, String address, int status, List<Ticket> inFlight) {
    TraceExchange exchange = new TraceExchange(path, address, /* apiKey= */ null, status);
    Ticket ticket = gatekeeper.enter("trace", this, exchange, /* response= */ null);
    if (ticket != null) {
      inFlight.add(ticket);
    }
    return !exchange.isRejected();
  }

  boolean call(String path, String address) {
    TraceExchange exchange = new TraceExchange(path, address, /* apiKey= */ null, 200);
    Ticket ticket = gatekeeper.enter("trace", this, exchange, /* response= */ null);
    if (ticket != null) {
      ticket.close(/* thrown= */ null);
    }
    return !exchange.isRejected();
  }

  /** Sends an outbound call, which ends at once if it is permitted. */
  void send(String host) {
    FakeCall call = FakeCall.to("GET https://" + host + "/x").onAnEventLoop();
    PacedCall permit = pacer.schedule(call, /* isRetry= */ false);
    if (outbound != null) {
      outbound.start(call, /* isRetry= */ false, permit);
    }
    if (permit != null) {
      permit.whenDecided(permit::close, reason -> {});
    }
  }

  ComparisonResult findings() {
    return Objects.requireNonNull(shadows.findings());
  }

  AgreementCounts counts() {
    return findings().inbound().counts().plus(findings().outbound().counts());
  }

  List<String> logged() {
    return logged.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
