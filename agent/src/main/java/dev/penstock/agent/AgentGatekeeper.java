package dev.penstock.agent;

import dev.penstock.bootstrap.Gatekeeper;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Decision;
import dev.penstock.engine.Engine;
import dev.penstock.engine.Refusals;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.Visit;
import dev.penstock.log.AgentLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What happens to a call at the gate, from its arrival to its refusal or its way on. */
final class AgentGatekeeper implements Gatekeeper {
  private final Map<String, Hook> hooks = new HashMap<>();
  private final AgentLog log;
  private volatile Engine engine;

  AgentGatekeeper(List<Hook> hooks, Engine engine, AgentLog log) {
    for (Hook hook : hooks) {
      this.hooks.put(hook.name(), hook);
    }
    this.engine = engine;
    this.log = log;
  }

  /** From the next call on, judges by other rules. */
  void judgeBy(Engine newEngine) {
    engine = newEngine;
  }

  @Override
  public @Nullable Ticket enter(String hookName, Object call, Object answer) {
    Engine engine = this.engine;
    Hook hook = hooks.get(hookName);
    Visit visit = hook == null || engine.isIdle() ? null : hook.visit(call, answer);
    if (visit == null) {
      return null;
    }
    Ticket ticket = null;
    try {
      ticket = judged(engine, visit);
    } catch (Throwable error) {
      suppressed(hookName, error);
    }
    Object handedOn = visit.handedOn();
    return handedOn == null || ticket != null ? ticket : new HandedOn(handedOn);
  }

  private @Nullable Ticket judged(Engine engine, Visit visit) {
    Decision decision = engine.decide(visit);
    if (decision.refuses()) {
      visit.refuse(Refusals.refusal(decision));
      return TurnedAway.TICKET;
    }
    if (!decision.granted()) {
      String rule = decision.rule(decision.tightest()).name();
      log.repeated("shadow " + rule, "in shadow: `" + rule + "` would have refused a call", null);
    }
    if (decision.discloses()) {
      Refusals.disclose(decision, visit);
    }
    return null;
  }

  @Override
  public void suppressed(String hook, Throwable error) {
    log.repeated(
        "suppressed " + error.getClass().getName(),
        "an error of the agent's own at the " + hook + " hook; the call went on",
        error);
  }
}
