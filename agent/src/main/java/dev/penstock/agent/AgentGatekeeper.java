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
import dev.penstock.shadow.Comparison;
import dev.penstock.shadow.Pending;
import dev.penstock.store.Store;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What happens to a call at the gate, from its arrival to its refusal or its way on. */
final class AgentGatekeeper implements Gatekeeper {
  private final Map<String, Hook> hooks = new HashMap<>();
  private final Store store;
  private final AgentLog log;
  private final InHand inHand = new InHand();
  private volatile InForce inForce;
  private volatile @Nullable OutboundKeeper outbound;
  private volatile @Nullable Supplier<String> status;

  AgentGatekeeper(List<Hook> hooks, Engine engine, Store store, AgentLog log) {
    for (Hook hook : hooks) {
      this.hooks.put(hook.name(), hook);
    }
    inForce = new InForce(engine, /* comparison= */ null);
    this.store = store;
    this.log = log;
  }

  /** From the next call on, judges by other rules, and compares them with others still. */
  void judgeBy(InForce newInForce) {
    inForce = newInForce;
  }

  /** From the next call on, leaves those that go out to somebody who knows about them. */
  void leaveOutboundTo(OutboundKeeper keeper) {
    outbound = keeper;
  }

  @Override
  public @Nullable Ticket enter(
      String hookName, Object place, Object call, @Nullable Object answer) {
    Hook hook = hooks.get(hookName);
    if (hook == null) {
      OutboundKeeper keeper = outbound;
      return keeper == null ? null : keeper.depart(hookName, place, call);
    }
    InForce inForce = this.inForce;
    Visit visit = inForce.isIdle() ? null : hook.visit(place, call, answer);
    if (visit == null) {
      return handedOn(hook.handedOn(call, answer));
    }
    Ticket ticket = null;
    try {
      if (visit.comesAgain()) {
        ticket = new Held(visit, /* admission= */ null);
      } else if (visit.kept() instanceof Admission admission) {
        ticket = goOn(admission, visit);
      } else {
        ticket =
            inForce.sheds() ? enterCounted(inForce, visit) : enter(inForce, visit, /* count= */ 0);
      }
    } catch (Throwable error) {
      suppressed(hookName, error);
    }
    return ticket == null ? handedOn(visit.handedOn()) : ticket;
  }

  private static @Nullable Ticket handedOn(@Nullable Object another) {
    return another == null ? null : new HandedOn(another);
  }

  /** The same where somebody has to count how many calls are in hand. */
  private @Nullable Ticket enterCounted(InForce inForce, Visit visit) {
    Ticket ticket = null;
    int count = inHand.arrive();
    try {
      ticket = enter(inForce, visit, count);
      return ticket;
    } finally {
      if (!(ticket instanceof Admission)
          && !(ticket instanceof Held held && held.admission() != null)) {
        inHand.leave();
      }
    }
  }

  private @Nullable Ticket enter(InForce inForce, Visit visit, int count) {
    Decision decision = inForce.engine().decide(visit, count);
    Pending pending = compare(inForce.comparison(), visit, decision, count);
    if (decision.refuses()) {
      return turnAway(decision, visit);
    }
    try {
      return admit(inForce.engine(), decision, pending, visit, count);
    } catch (Throwable error) {
      // The call goes on unseen, so nobody would give back later what it has been charged.
      decision.giveBack(store);
      if (pending != null) {
        pending.end(/* status= */ 0);
      }
      throw error;
    }
  }

  /** Lets the candidate judge the call too; whatever fails there, the decision stands. */
  private @Nullable Pending compare(
      @Nullable Comparison comparison, Visit visit, Decision decision, int count) {
    if (comparison == null) {
      return null;
    }
    try {
      return comparison.judge(visit, decision, count);
    } catch (Throwable error) {
      log.repeated(AgentLog.SUPPRESSED + "shadow", "cannot compare a call", error);
      return null;
    }
  }

  private @Nullable Ticket admit(
      Engine engine, Decision decision, @Nullable Pending pending, Visit visit, int count) {
    if (!hold(decision, visit)) {
      if (pending != null) {
        pending.end(/* status= */ 0);
      }
      return turnAway(decision, visit);
    }
    Refusals.disclose(decision, visit);
    Stay stay = decision.stay(store, /* before= */ null);
    if (stay == null && count == 0 && !decision.isOpen() && pending == null) {
      return heldBack(decision.delayMicros(), visit, /* admission= */ null);
    }
    Admission admission = new Admission(visit, engine, count == 0 ? null : inHand, pending, log);
    admission.owes(stay);
    visit.expectEnd();
    if (decision.isOpen()) {
      admission.leaveOpen(decision);
    }
    if (decision.isOpen() || (pending != null && pending.isOpen())) {
      visit.keep(admission);
    }
    Ticket held = heldBack(decision.delayMicros(), visit, admission);
    return held == null ? admission : held;
  }

  /** Lets a call come again at its turn, if it has to wait and that is how it does so. */
  private static @Nullable Ticket heldBack(
      long delayMicros, Visit visit, @Nullable Admission admission) {
    if (delayMicros <= 0 || visit.mayBlock()) {
      return null;
    }
    visit.holdFor(delayMicros);
    if (admission != null) {
      admission.close(/* thrown= */ null);
    }
    return new Held(visit, admission);
  }

  /** Judges a call that has come further by the rules that had to wait for that. */
  private @Nullable Ticket goOn(Admission admission, Visit visit) {
    Decision decision = admission.takeOpen();
    if (decision == null) {
      admission.compare(visit, /* inForce= */ null);
      return null;
    }
    // Taken first: if the call ends while it is being turned away, nothing is given back twice.
    Stay stay = admission.takeStay();
    try {
      admission.engine().goOn(decision, visit);
      admission.compare(visit, decision);
      if (decision.refuses() || !hold(decision, visit)) {
        stay = null;
        return turnAway(decision, visit);
      }
      stay = owedAfter(decision, visit, stay);
    } finally {
      admission.owes(stay);
    }
    long delay = decision.delayMicros();
    if (decision.isOpen()) {
      admission.leaveOpen(decision);
    }
    return heldBack(delay, visit, /* admission= */ null);
  }

  /** What is owed at the end of a call that may go on, with what was owed before. */
  private @Nullable Stay owedAfter(Decision decision, Visit visit, @Nullable Stay before) {
    try {
      Refusals.discloseAgain(decision, visit);
      return decision.stay(store, before);
    } catch (Throwable error) {
      // As above: nobody would give back later what it has been charged now.
      decision.giveBack(store);
      throw error;
    }
  }

  private static Ticket turnAway(Decision decision, Visit visit) {
    visit.refuse(Refusals.refusal(decision, visit));
    return new TurnedAway(visit);
  }

  /**
   * Lets an admitted call wait for its turn, if its thread can do that; false if it has left before
   * that.
   */
  private boolean hold(Decision decision, Visit visit) {
    boolean itsTurn = !visit.mayBlock() || Turn.await(decision.delayMicros());
    if (!itsTurn) {
      decision.giveUp(store);
    }
    return itsTurn;
  }

  /** Who can tell what the agent is doing. */
  void describedBy(Supplier<String> newStatus) {
    status = newStatus;
  }

  @Override
  public String status() {
    Supplier<String> described = status;
    return described == null ? "" : described.get();
  }

  @Override
  public void suppressed(String hook, Throwable error) {
    log.repeated(
        AgentLog.SUPPRESSED + error.getClass().getName(),
        "an error of the agent's own at the " + hook + " hook; the call went on",
        error);
  }
}
