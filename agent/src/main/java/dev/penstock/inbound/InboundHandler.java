package dev.penstock.inbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.engine.Rejections;
import dev.penstock.http.Direction;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.RejectionResponse;
import dev.penstock.log.AgentLog;
import dev.penstock.shadow.Comparison;
import dev.penstock.shadow.PendingComparison;
import dev.penstock.store.Store;
import dev.penstock.telemetry.SignalPublisher;
import dev.penstock.telemetry.Signals;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What happens to a call that comes in, from its arrival to its refusal or its way on. */
public final class InboundHandler {
  private final Store store;
  private final AgentLog log;
  private final InFlightCounter inHand = new InFlightCounter();
  private SignalPublisher signals = SignalPublisher.SILENT;

  public InboundHandler(Store store, AgentLog log) {
    this.store = store;
    this.log = log;
  }

  /** Tells of what happens, from the beginning on. */
  public void tell(SignalPublisher newSignals) {
    signals = newSignals;
  }

  /** Judges a call that has just come in; null if it goes on and nobody has to hear of it. */
  public @Nullable Ticket enter(ActivePolicy inForce, InboundExchange visit) {
    return inForce.sheds() ? enterCounted(inForce, visit) : enter(inForce, visit, /* count= */ 0);
  }

  /** The same where somebody has to count how many calls are in hand. */
  private @Nullable Ticket enterCounted(ActivePolicy inForce, InboundExchange visit) {
    Ticket ticket = null;
    int count = inHand.arrive();
    try {
      ticket = enter(inForce, visit, count);
      return ticket;
    } finally {
      if (!(ticket instanceof InboundTicket)
          && !(ticket instanceof SuspendedTicket held && held.admission() != null)) {
        inHand.leave();
      }
    }
  }

  private @Nullable Ticket enter(ActivePolicy inForce, InboundExchange visit, int count) {
    Decision decision = inForce.engine().decide(visit, count);
    if (decision.isPending()) {
      return enterLater(inForce, decision, visit, count);
    }
    signals.decided(decision);
    PendingComparison pending = compare(inForce.comparison(), visit, decision, count);
    if (decision.refuses()) {
      return turnAway(inForce, decision, visit);
    }
    // Asked now: an open decision goes on with the call, maybe on another thread.
    boolean open = decision.isOpen();
    try {
      Ticket ticket = admit(inForce, decision, pending, visit, count);
      if (!open && !(ticket instanceof RejectedTicket)) {
        countAdmitted(inForce, decision);
      }
      return ticket;
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
  private @Nullable PendingComparison compare(
      @Nullable Comparison comparison, InboundExchange visit, Decision decision, int count) {
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
      ActivePolicy inForce,
      Decision decision,
      @Nullable PendingComparison pending,
      InboundExchange visit,
      int count) {
    if (!hold(decision, visit)) {
      if (pending != null) {
        pending.end(/* status= */ 0);
      }
      return turnAway(inForce, decision, visit);
    }
    Rejections.disclose(decision, visit);
    EndOfCallActions stay = decision.stay(store, /* before= */ null);
    if (stay == null && count == 0 && !decision.isOpen() && pending == null) {
      return heldBack(decision.delayMicros(), visit, /* admission= */ null);
    }
    InboundTicket admission = new InboundTicket(visit, inForce, count == 0 ? null : inHand, log);
    admission.comparedBy(pending);
    admission.owes(stay);
    visit.expectEnd();
    if (decision.isOpen()) {
      admission.leaveOpen(decision);
    }
    if (decision.isOpen() || admission.isComparedLater()) {
      visit.keep(admission);
    }
    Ticket held = heldBack(decision.delayMicros(), visit, admission);
    return held == null ? admission : held;
  }

  /** The same if it is not decided yet, and the call's thread cannot wait until it is. */
  private Ticket enterLater(
      ActivePolicy inForce, Decision decision, InboundExchange visit, int count) {
    InboundTicket admission = new InboundTicket(visit, inForce, count == 0 ? null : inHand, log);
    PendingDecision.Arrival arrival = new PendingDecision.Arrival(inForce.comparison(), count);
    comeAgain(new PendingDecision(decision, /* before= */ null, arrival), admission, visit);
    return new SuspendedTicket(visit, admission);
  }

  /** Lets a call come again when it is decided what becomes of it. */
  private void comeAgain(PendingDecision awaited, InboundTicket admission, InboundExchange visit) {
    CompletableFuture<@Nullable Void> decided = new CompletableFuture<>();
    Decision decision = awaited.decision();
    try {
      visit.holdUntil(decided);
      if (awaited.arrival() != null) {
        visit.expectEnd();
        visit.keep(admission);
        admission.close(/* thrown= */ null);
      }
    } catch (Throwable error) {
      // The call goes on unseen, so nobody would come for the decision.
      decision.whenMade(() -> admission.decidedUnseen(awaited));
      throw error;
    }
    admission.await(awaited);
    decision.whenMade(
        () -> {
          admission.decided();
          decided.complete(null);
        });
  }

  /** Lets a call come again at its turn, if it has to wait and that is how it does so. */
  private static @Nullable Ticket heldBack(
      long delayMicros, InboundExchange visit, @Nullable InboundTicket admission) {
    if (delayMicros <= 0 || visit.mayBlock()) {
      return null;
    }
    visit.holdFor(delayMicros);
    if (admission != null) {
      admission.close(/* thrown= */ null);
    }
    return new SuspendedTicket(visit, admission);
  }

  /** Judges a call that has come further by the rules that had to wait for that. */
  public @Nullable Ticket goOn(InboundTicket admission, InboundExchange visit) {
    PendingDecision awaited = admission.takeAwaited();
    if (awaited != null) {
      return goOn(awaited, admission, visit);
    }
    Decision decision = admission.takeOpen();
    if (decision == null) {
      admission.compare(visit, /* inForce= */ null);
      return null;
    }
    // Taken first: if the call ends while it is being turned away, nothing is given back twice.
    PendingDecision next = new PendingDecision(decision, admission.takeStay(), /* arrival= */ null);
    try {
      admission.inForce().engine().goOn(decision, visit);
    } catch (Throwable error) {
      admission.owes(next.before());
      throw error;
    }
    if (decision.isPending()) {
      comeAgain(next, admission, visit);
      return new SuspendedTicket(visit, /* admission= */ null);
    }
    return goOn(next, admission, visit);
  }

  /** Does with a call what was decided, here or since it was here last. */
  private @Nullable Ticket goOn(
      PendingDecision decided, InboundTicket admission, InboundExchange visit) {
    Decision decision = decided.decision();
    EndOfCallActions stay = decided.before();
    try {
      signals.decided(decision);
      compare(decided, admission, visit);
      if (decision.refuses() || !hold(decision, visit)) {
        stay = null;
        return turnAway(decided, admission, visit);
      }
      stay = owedAfter(decided, visit);
    } finally {
      admission.owes(stay);
    }
    long delay = decision.delayMicros();
    boolean open = decision.isOpen();
    if (open) {
      admission.leaveOpen(decision);
    } else if (decided.arrival() != null && !admission.isComparedLater()) {
      visit.forget();
    }
    Ticket held = heldBack(delay, visit, /* admission= */ null);
    if (!open) {
      countAdmitted(admission.inForce(), decision);
    }
    return held;
  }

  private void compare(PendingDecision decided, InboundTicket admission, InboundExchange visit) {
    PendingDecision.Arrival arrival = decided.arrival();
    if (arrival == null) {
      admission.compare(visit, decided.decision());
    } else {
      admission.comparedBy(
          compare(arrival.comparison(), visit, decided.decision(), arrival.count()));
    }
  }

  private Ticket turnAway(PendingDecision decided, InboundTicket admission, InboundExchange visit) {
    if (decided.arrival() != null) {
      // Nobody has to hear of it again, as if it had been turned away at once.
      visit.forget();
      admission.run();
    }
    return turnAway(admission.inForce(), decided.decision(), visit);
  }

  /** What is owed at the end of a call that may go on, with what was owed before. */
  private @Nullable EndOfCallActions owedAfter(PendingDecision decided, InboundExchange visit) {
    Decision decision = decided.decision();
    try {
      if (decided.arrival() == null) {
        Rejections.discloseAgain(decision, visit);
      } else {
        Rejections.disclose(decision, visit);
      }
      return decision.stay(store, decided.before());
    } catch (Throwable error) {
      // As above: nobody would give back later what it has been charged now.
      decision.giveBack(store);
      throw error;
    }
  }

  private Ticket turnAway(ActivePolicy inForce, Decision decision, InboundExchange visit) {
    RejectionResponse refusal = Rejections.refusal(decision, visit);
    visit.refuse(refusal);
    try {
      inForce.counts().refused(decision, refusal);
    } catch (Throwable error) {
      // The answer is on its way, so the call must not go on.
      log.repeated(AgentLog.SUPPRESSED + "counts", "cannot count a call", error);
    }
    return new RejectedTicket(visit);
  }

  private void countAdmitted(ActivePolicy inForce, Decision decision) {
    try {
      inForce.counts().admitted(decision);
    } catch (Throwable error) {
      log.repeated(AgentLog.SUPPRESSED + "counts", "cannot count a call", error);
    }
  }

  /**
   * Lets an admitted call wait for its turn, if its thread can do that; false if it has left before
   * that.
   */
  private boolean hold(Decision decision, InboundExchange visit) {
    boolean itsTurn = decision.delayMicros() <= 0 || awaitTurn(decision, visit.mayBlock());
    if (!itsTurn) {
      decision.giveUp(store);
    }
    return itsTurn;
  }

  /** False if the thread of the request is interrupted before its turn. */
  private boolean awaitTurn(Decision decision, boolean mayBlock) {
    long micros = decision.delayMicros();
    Signals.Waiting waiting = signals.beginWait();
    boolean itsTurn = !mayBlock || TurnWait.await(micros);
    if (waiting != null) {
      String rule = decision.rule(decision.slowest()).name();
      signals.endWait(waiting, Direction.INBOUND, rule, /* host= */ null, micros);
    }
    return itsTurn;
  }
}
