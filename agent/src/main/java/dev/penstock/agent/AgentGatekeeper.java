package dev.penstock.agent;

import dev.penstock.agent.ports.PortWatch;
import dev.penstock.bootstrap.Gatekeeper;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Engine;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.OutboundCall;
import dev.penstock.inbound.ActivePolicy;
import dev.penstock.inbound.InboundHandler;
import dev.penstock.inbound.ReplacedRequestTicket;
import dev.penstock.instrument.InboundHook;
import dev.penstock.instrument.OutboundHookIndex.ClientMethod;
import dev.penstock.log.AgentLog;
import dev.penstock.operator.CommandHandler;
import dev.penstock.store.Store;
import dev.penstock.telemetry.CallCounts;
import dev.penstock.telemetry.Counters;
import dev.penstock.telemetry.Outcome;
import dev.penstock.telemetry.SignalPublisher;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Passes requests and calls from the gate to the handler of their direction. */
public final class AgentGatekeeper implements Gatekeeper {
  private final Map<String, InboundHook> hooks = new HashMap<>();
  private final InboundHandler inbound;
  private final CallCounts inboundCounts;
  private final CallCounts outboundCounts;
  private final AgentLog log;
  private volatile ActivePolicy policy;

  /** Null until there is an outbound rule. */
  private volatile @Nullable OutboundSetup outbound;

  private volatile @Nullable CommandHandler commands;

  /** Null until the application has started. */
  private volatile @Nullable PortWatch ports;

  public AgentGatekeeper(List<InboundHook> hooks, Engine engine, Store store, AgentLog log) {
    this(hooks, engine, store, new Counters(), SignalPublisher.SILENT, log);
  }

  public AgentGatekeeper(
      List<InboundHook> hooks,
      Engine engine,
      Store store,
      Counters counters,
      SignalPublisher signals,
      AgentLog log) {
    inboundCounts = new CallCounts(counters);
    outboundCounts = new CallCounts(counters);
    for (InboundHook hook : hooks) {
      this.hooks.put(hook.name(), hook);
    }
    policy = new ActivePolicy(engine, /* comparison= */ null).countedBy(inboundCounts);
    inbound = new InboundHandler(store, signals, log);
    this.log = log;
  }

  /** Puts a policy in force, from the next request on. */
  void enforce(ActivePolicy newPolicy) {
    policy = newPolicy.countedBy(inboundCounts);
  }

  /** True if no rule, in force or in shadow, can match a request. */
  boolean isIdle() {
    return policy.isIdle();
  }

  /** Reports the ports of requests from the next request on. */
  void reportPortsTo(PortWatch watch) {
    ports = watch;
  }

  /** The engine in force for inbound requests. */
  Engine engine() {
    return policy.engine();
  }

  CallCounts inboundCounts() {
    return inboundCounts;
  }

  CallCounts outboundCounts() {
    return outboundCounts;
  }

  /** Handles outbound calls from the next call on. */
  void handleOutboundBy(OutboundSetup setup) {
    outbound = setup;
  }

  /** Executes the commands of operators from now on. */
  void handleCommandsBy(CommandHandler newCommands) {
    commands = newCommands;
  }

  @Override
  public @Nullable Ticket enter(
      String hookName, Object place, Object request, @Nullable Object response) {
    InboundHook hook = hooks.get(hookName);
    if (hook == null) {
      return null;
    }
    ActivePolicy policy = this.policy;
    InboundExchange exchange = policy.isIdle() ? null : hook.exchange(place, request, response);
    if (exchange == null) {
      return ticketFor(hook.replacement(request, response));
    }
    Ticket ticket = null;
    try {
      reportPort(exchange);
      ticket = inbound.handle(policy, exchange);
    } catch (Throwable error) {
      suppressed(hookName, error);
    }
    return ticket == null ? ticketFor(exchange.replacement()) : ticket;
  }

  /** A request whose port cannot be read is limited as others are. */
  private void reportPort(InboundExchange exchange) {
    PortWatch watch = ports;
    if (watch == null || !watch.isWatching()) {
      return;
    }
    int port = 0;
    try {
      port = exchange.localPort();
    } catch (RuntimeException | LinkageError unknown) {
      // PortWatch then says nothing about ports.
    }
    watch.sawRequest(port);
  }

  @Override
  public @Nullable Ticket enterClient(String signature, Object client, Object[] arguments) {
    OutboundSetup setup = outbound;
    if (setup == null || setup.isIdle()) {
      return null;
    }
    ClientMethod method = setup.hooks().find(signature);
    OutboundCall call =
        method == null ? null : method.hook().outboundCall(method.name(), client, arguments);
    return call == null ? null : setup.handler().handle(call, arguments);
  }

  /** A ticket for a request that continues, if another object continues in its place. */
  private static @Nullable Ticket ticketFor(@Nullable Object replacement) {
    return replacement == null ? null : new ReplacedRequestTicket(replacement);
  }

  @Override
  public String command(String request) {
    CommandHandler handler = commands;
    return handler == null ? "" : handler.handle(request).written();
  }

  @Override
  public void suppressed(String hook, Throwable error) {
    OutboundSetup setup = outbound;
    // The gate also reports errors of tickets and advices, whose calls have been decided.
    if (hooks.containsKey(hook)) {
      inboundCounts.count(Outcome.FAILED_OPEN);
    } else if (setup != null && setup.hooks().find(hook) != null) {
      outboundCounts.count(Outcome.FAILED_OPEN);
    }
    log.repeated(
        AgentLog.SUPPRESSED + error.getClass().getName(),
        "internal error at the " + hook + " hook; the call continues without a limit",
        error);
  }
}
