package dev.penstock.agent;

import dev.penstock.bootstrap.Gatekeeper;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Decision;
import dev.penstock.engine.Engine;
import dev.penstock.engine.Refusals;
import dev.penstock.engine.Stay;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.Visit;
import dev.penstock.log.AgentLog;
import dev.penstock.rule.Rule;
import dev.penstock.store.Store;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What happens to a call at the gate, from its arrival to its refusal or its way on. */
final class AgentGatekeeper implements Gatekeeper {
  private final Map<String, Hook> hooks = new HashMap<>();
  private final Store store;
  private final AgentLog log;
  private final InHand inHand = new InHand();
  private volatile Engine engine;

  AgentGatekeeper(List<Hook> hooks, Engine engine, Store store, AgentLog log) {
    for (Hook hook : hooks) {
      this.hooks.put(hook.name(), hook);
    }
    this.engine = engine;
    this.store = store;
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
      return hook == null ? null : handedOn(hook.handedOn(call, answer));
    }
    Ticket ticket = null;
    try {
      ticket = engine.sheds() ? enterCounted(engine, visit) : enter(engine, visit, /* count= */ 0);
    } catch (Throwable error) {
      suppressed(hookName, error);
    }
    return ticket == null ? handedOn(visit.handedOn()) : ticket;
  }

  private static @Nullable Ticket handedOn(@Nullable Object another) {
    return another == null ? null : new HandedOn(another);
  }

  /** The same where somebody has to count how many calls are in hand. */
  private @Nullable Ticket enterCounted(Engine engine, Visit visit) {
    Ticket ticket = null;
    int count = inHand.arrive();
    try {
      ticket = enter(engine, visit, count);
      return ticket;
    } finally {
      if (!(ticket instanceof Admission)) {
        inHand.leave();
      }
    }
  }

  private @Nullable Ticket enter(Engine engine, Visit visit, int count) {
    Decision decision = engine.decide(visit, count);
    if (decision.refuses()) {
      visit.refuse(Refusals.refusal(decision, visit));
      return TurnedAway.TICKET;
    }
    try {
      return admit(decision, visit, count);
    } catch (Throwable error) {
      // The call goes on unseen, so nobody would give back later what it has been charged.
      decision.giveBack(store);
      throw error;
    }
  }

  private @Nullable Ticket admit(Decision decision, Visit visit, int count) {
    Rule wouldRefuse = decision.wouldRefuse();
    if (wouldRefuse != null) {
      String rule = wouldRefuse.name();
      log.repeated("shadow " + rule, "in shadow: `" + rule + "` would have refused a call", null);
    }
    if (!Turn.await(decision.delayMicros())) {
      decision.giveUp(store);
      visit.refuse(Refusals.refusal(decision, visit));
      return TurnedAway.TICKET;
    }
    Refusals.disclose(decision, visit);
    Stay stay = decision.stay(store);
    return stay == null && count == 0
        ? null
        : new Admission(visit, stay, count == 0 ? null : inHand);
  }

  @Override
  public void suppressed(String hook, Throwable error) {
    log.repeated(
        "suppressed " + error.getClass().getName(),
        "an error of the agent's own at the " + hook + " hook; the call went on",
        error);
  }
}
