package dev.penstock.outbound;

import dev.penstock.engine.Decision;
import dev.penstock.engine.Engine;
import dev.penstock.http.Call;
import dev.penstock.log.AgentLog;
import dev.penstock.outbound.learn.LearnedHosts;
import dev.penstock.outbound.queue.HeldCalls;
import dev.penstock.outbound.queue.TimerThread;
import dev.penstock.outbound.queue.WaitQueues;
import dev.penstock.outbound.queue.WakeUpTimer;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.store.Store;
import dev.penstock.store.Ticker;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Schedules outbound calls: a call is sent at once, at its turn, or not at all. */
public final class Pacer {
  /*
   * Limits live in the store, which may be shared with other JVMs. A limit that can reserve a turn
   * returns that turn when it is charged. Learned paces, and the queues for limits that cannot
   * reserve a turn, live in this JVM.
   */
  private final Function<RuleSet, Engine> engineFactory;
  private final PacingServices services;
  private final AtomicLong scheduledCalls = new AtomicLong();
  private volatile OutboundEngines engines;

  /**
   * @param engineFactory creates engines for rules; all of them use the same store
   */
  public Pacer(Function<RuleSet, Engine> engineFactory, Store store, Ticker ticker, AgentLog log) {
    this(engineFactory, store, ticker, log, CallListener.NO_OP);
  }

  public Pacer(
      Function<RuleSet, Engine> engineFactory,
      Store store,
      Ticker ticker,
      AgentLog log,
      CallListener listener) {
    this(engineFactory, store, ticker, log, new TimerThread(log), listener);
  }

  Pacer(
      Function<RuleSet, Engine> engineFactory,
      Store store,
      Ticker ticker,
      AgentLog log,
      WakeUpTimer timer,
      CallListener listener) {
    this.engineFactory = engineFactory;
    WaitQueues queues = new WaitQueues(store, ticker, timer);
    services =
        new PacingServices(
            store, ticker, timer, queues, new HeldCalls(), new LearnedHosts(log), listener, log);
    engines = OutboundEngines.of(RuleSet.EMPTY, engineFactory);
  }

  /** Applies these rules to all later calls. A call that waits already keeps its rules. */
  public void install(RuleSet rules) {
    engines = OutboundEngines.of(rules, engineFactory);
    if (isIdle()) {
      services.heldCalls().sendAll();
    }
  }

  /** True if no rule paces outbound calls. */
  public boolean isIdle() {
    return engines.calls().isIdle();
  }

  /** True if a rule counts each request that a call sends, such as a redirect. */
  public boolean countsRetries() {
    return !engines.retries().isIdle();
  }

  /** Returns the names of the budgets that calls are charged to. */
  public Set<String> budgetNames() {
    return engines.budgetNames();
  }

  /** Returns how many calls wait for their turn or in a queue. */
  public int heldCalls() {
    return services.heldCalls().count();
  }

  /** Returns how many calls wait because of a rule. */
  public long heldCalls(String rule) {
    return services.heldCalls().count(rule);
  }

  /** Returns how many keys of a rule this JVM remembers. */
  public long liveKeys(String rule) {
    return engines.liveKeys(rule);
  }

  /** Returns how many queues have calls. */
  int queues() {
    return services.queues().size();
  }

  /** Removes learned paces that delay no call any more; to be called periodically. */
  public void sweep() {
    services.hosts().sweep(services.nowMicros());
  }

  /**
   * Schedules a call. If the thread of the call must not wait for the store, the call may be
   * undecided until the store replies.
   *
   * @param isRetry true if the call is a further request of a call that was sent before
   * @return null if no rule in force matches the call
   */
  public @Nullable PacedCall schedule(Call call, boolean isRetry) {
    OutboundEngines.EnginePair pair = engines.pair(isRetry);
    if (pair.isIdle()) {
      return null;
    }
    Decision reserved = pair.reserving().decide(call);
    List<Rule> rules = pair.reserving().enforcedRules(reserved);
    Decision queued = null;
    if (!pair.queueing().isIdle()) {
      queued = pair.queueing().prepare(call);
      rules.addAll(pair.queueing().enforcedRules(queued));
    }
    if (rules.isEmpty()) {
      services.listener().unpaced(isRetry);
      return null;
    }
    CallReservations reservations = new CallReservations(services, call, rules, queued);
    PacedCall paced = new PacedCall(services, scheduledCalls.incrementAndGet(), reservations);
    if (reserved.isPending()) {
      reserveLater(paced, reserved);
      return paced;
    }
    IOException rejection = reservations.reserve(reserved);
    if (rejection == null) {
      paced.advance();
    } else {
      paced.reject(rejection);
    }
    return paced;
  }

  /** Reserves the turns of a call when the store has replied, and then wakes the call. */
  private void reserveLater(PacedCall paced, Decision reserved) {
    paced.storeCallStarted();
    IOException missingKey = paced.reservations().missingKey(reserved);
    if (missingKey != null) {
      paced.reject(missingKey);
    }
    // On a thread of the timer, because the thread that completes a decision must not be delayed.
    reserved.whenDecided(() -> services.timer().execute(() -> storeReplied(paced, reserved)));
  }

  private static void storeReplied(PacedCall paced, Decision reserved) {
    IOException rejection = paced.reservations().reserve(reserved);
    if (rejection != null) {
      paced.reject(rejection);
    }
    paced.storeCallEnded();
    paced.wake();
  }
}
