package dev.penstock.agent;

import dev.penstock.bootstrap.Gatekeeper;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Engine;
import dev.penstock.http.InboundExchange;
import dev.penstock.inbound.ActivePolicy;
import dev.penstock.inbound.InboundHandler;
import dev.penstock.inbound.InboundTicket;
import dev.penstock.inbound.ReplacedRequestTicket;
import dev.penstock.inbound.SuspendedTicket;
import dev.penstock.instrument.InboundHook;
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

/** Who stands at the gate: finds out what has come, and leaves it to those who know about it. */
public final class AgentGatekeeper implements Gatekeeper {
  private final Map<String, InboundHook> hooks = new HashMap<>();
  private final InboundHandler inbound;
  private final CallCounts inboundCounts;
  private final CallCounts outboundCounts;
  private final AgentLog log;
  private volatile ActivePolicy policy;
  private volatile @Nullable OutboundSetup outbound;
  private volatile @Nullable CommandHandler commands;

  public AgentGatekeeper(List<InboundHook> hooks, Engine engine, Store store, AgentLog log) {
    this(hooks, engine, store, new Counters(), log);
  }

  public AgentGatekeeper(
      List<InboundHook> hooks, Engine engine, Store store, Counters counters, AgentLog log) {
    inboundCounts = new CallCounts(counters);
    outboundCounts = new CallCounts(counters);
    for (InboundHook hook : hooks) {
      this.hooks.put(hook.name(), hook);
    }
    policy = new ActivePolicy(engine, /* comparison= */ null).countedBy(inboundCounts);
    inbound = new InboundHandler(store, log);
    this.log = log;
  }

  /** From the next call on, judges by other rules, and compares them with others still. */
  void enforce(ActivePolicy newPolicy) {
    policy = newPolicy.countedBy(inboundCounts);
  }

  /** What calls that come in are judged by. */
  Engine engine() {
    return policy.engine();
  }

  /** What is counted of calls that come in. */
  CallCounts inboundCounts() {
    return inboundCounts;
  }

  /** What is counted of calls that go out. */
  CallCounts outboundCounts() {
    return outboundCounts;
  }

  /** Tells of what happens, from the beginning on. */
  public void publishTo(SignalPublisher signals) {
    inbound.publishTo(signals);
  }

  /** From the next call on, outbound calls are handled here. */
  void handleOutboundBy(OutboundSetup setup) {
    outbound = setup;
  }

  @Override
  public @Nullable Ticket enter(
      String hookName, Object place, Object call, @Nullable Object answer) {
    InboundHook hook = hooks.get(hookName);
    if (hook == null) {
      OutboundSetup setup = outbound;
      return setup == null ? null : setup.enter(hookName, place, call);
    }
    ActivePolicy policy = this.policy;
    InboundExchange exchange = policy.isIdle() ? null : hook.exchange(place, call, answer);
    if (exchange == null) {
      return handedOn(hook.replacement(call, answer));
    }
    Ticket ticket = null;
    try {
      if (exchange.resumesLater()) {
        ticket = new SuspendedTicket(exchange, /* admission= */ null);
      } else if (exchange.attachment() instanceof InboundTicket earlier) {
        ticket = inbound.resume(earlier, exchange);
      } else {
        ticket = inbound.enter(policy, exchange);
      }
    } catch (Throwable error) {
      suppressed(hookName, error);
    }
    return ticket == null ? handedOn(exchange.replacement()) : ticket;
  }

  private static @Nullable Ticket handedOn(@Nullable Object another) {
    return another == null ? null : new ReplacedRequestTicket(another);
  }

  /** Who does what an operator asks for. */
  void handleCommandsBy(CommandHandler newCommands) {
    commands = newCommands;
  }

  @Override
  public String command(String request) {
    CommandHandler steering = commands;
    return steering == null ? "" : steering.answer(request).written();
  }

  @Override
  public void suppressed(String hook, Throwable error) {
    if (hooks.containsKey(hook)) {
      inboundCounts.count(Outcome.FAILED_OPEN);
    } else if (outbound != null && !hook.equals("ticket") && !hook.equals("advice")) {
      // Those two names are the gate's own: what failed there is not a call that was not judged.
      outboundCounts.count(Outcome.FAILED_OPEN);
    }
    log.repeated(
        AgentLog.SUPPRESSED + error.getClass().getName(),
        "an error of the agent's own at the " + hook + " hook; the call went on",
        error);
  }
}
