package dev.penstock.outbound;

import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.engine.Engine;
import dev.penstock.http.Call;
import dev.penstock.log.AgentLog;
import dev.penstock.outbound.learn.CallTurn;
import dev.penstock.outbound.learn.HostPaces;
import dev.penstock.outbound.learn.LearnedHosts;
import dev.penstock.outbound.learn.LearnedPace;
import dev.penstock.outbound.learn.LearnedTurn;
import dev.penstock.outbound.learn.RateFieldsReader;
import dev.penstock.outbound.learn.ResetUnit;
import dev.penstock.outbound.queue.HeldCalls;
import dev.penstock.outbound.queue.TimerThread;
import dev.penstock.outbound.queue.WaitQueues;
import dev.penstock.outbound.queue.WakeUpTimer;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.store.Store;
import dev.penstock.store.Ticker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Decides when calls go out: at once, at their turn, or not at all. */
public final class Pacer {
  /*
   * Limits live in the store, which tells of each call at once when its turn is; a store that is
   * shared with other JVMs does the same for all of them. What answers teach, and the queues for
   * what cannot be reserved, live here.
   */
  private final Function<RuleSet, Engine> engines;
  private final Store store;
  private final Ticker ticker;
  private final AgentLog log;
  private final WakeUpTimer alarm;
  private final WaitQueues queues = new WaitQueues(/* pacer= */ this);
  private final LearnedHosts hosts;
  private final HeldCalls heldCalls = new HeldCalls();
  private final AtomicLong numbers = new AtomicLong();
  private final CallListener listener;
  private volatile OutboundEngines roads;

  /**
   * @param engines makes an engine of rules, over the same store
   */
  public Pacer(Function<RuleSet, Engine> engines, Store store, Ticker ticker, AgentLog log) {
    this(engines, store, ticker, log, CallListener.NOBODY);
  }

  /** One whose calls somebody counts. */
  public Pacer(
      Function<RuleSet, Engine> engines,
      Store store,
      Ticker ticker,
      AgentLog log,
      CallListener listener) {
    this(engines, store, ticker, log, new TimerThread(log), listener);
  }

  Pacer(
      Function<RuleSet, Engine> engines,
      Store store,
      Ticker ticker,
      AgentLog log,
      WakeUpTimer alarm,
      CallListener listener) {
    this.engines = engines;
    this.store = store;
    this.ticker = ticker;
    this.log = log;
    this.alarm = alarm;
    this.listener = listener;
    hosts = new LearnedHosts(log);
    roads = OutboundEngines.of(RuleSet.EMPTY, engines);
  }

  /** From the next call on, paces by other rules; calls that are held go on as they are. */
  public void paceBy(RuleSet rules) {
    roads = OutboundEngines.of(rules, engines);
    if (roads.isIdle()) {
      heldCalls.freeAll();
    }
  }

  /** True if there is nothing to pace. */
  public boolean isIdle() {
    return roads.isIdle();
  }

  /** True if somebody has to tell of each request that a call makes on the wire. */
  public boolean countsRetries() {
    return roads.countsRetries();
  }

  /** The names of the budgets that calls are paid from. */
  public Set<String> budgetNames() {
    return roads.budgetNames();
  }

  /** How many calls are held back. */
  public int heldCalls() {
    return heldCalls.count();
  }

  /** How many calls a rule holds back. */
  public long heldCalls(String rule) {
    return heldCalls.count(rule);
  }

  /** How many keys of a rule are remembered in this JVM. */
  public long liveKeys(String rule) {
    return roads.liveKeys(rule);
  }

  /** Forgets what delays nobody any more; to be called now and then. */
  public void sweep() {
    hosts.sweep(ticker.micros());
  }

  /**
   * Judges a call that wants to go out. If its thread must not wait for the store, what becomes of
   * it may not be decided until the store has answered.
   *
   * @param retry true if it is a further request of a call that has gone out before
   * @return what became of it so far; null if it is nobody's concern
   */
  public @Nullable PacedCall schedule(Call call, boolean retry) {
    OutboundEngines.Road road = roads.road(retry);
    if (road.isIdle()) {
      return null;
    }
    Decision now = road.reserving().decide(call);
    List<Rule> rules = road.reserving().enforcedRules(now);
    Decision later = road.queueing().prepare(call);
    rules.addAll(road.queueing().enforcedRules(later));
    Rule denying = now.deniedBy() == null ? later.deniedBy() : now.deniedBy();
    if (rules.isEmpty() && denying == null) {
      publish(counting -> counting.unpaced(retry));
      return null;
    }
    List<Rule> all = denying == null || rules.contains(denying) ? rules : with(rules, denying);
    CallReservations reservations =
        new CallReservations(call.host(), all, later, ticker.micros(), store, log);
    PacedCall paced = new PacedCall(/* pacer= */ this, numbers.incrementAndGet(), reservations);
    HostPaces host = learns(rules) ? hosts.of(call) : null;
    if (now.isPending()) {
      reserveLater(paced, now, denying, host);
    } else {
      reserve(paced, now, denying, host);
    }
    return paced;
  }

  private void reserveLater(
      PacedCall paced, Decision now, @Nullable Rule denying, @Nullable HostPaces host) {
    paced.asked(/* isAsked= */ true);
    if (denying != null) {
      paced.rejectNow(
          OutboundLimitException.withoutKey(denying.name(), paced.reservations().host()));
    }
    now.whenDecided(() -> later(() -> reserve(paced, now, denying, host)));
  }

  private void reserve(
      PacedCall paced, Decision now, @Nullable Rule denying, @Nullable HostPaces host) {
    boolean wasAsked = paced.isAsked();
    if (now.isRejected() || denying != null) {
      refuse(paced, now, denying);
    } else {
      // The clock is read after the store's, or a call could be late for a turn that is now.
      paced.reservations().reserve(now, ticker.micros());
      publish(counting -> counting.granted(now));
      if (host != null) {
        learn(paced, now, host);
      }
    }
    paced.asked(/* isAsked= */ false);
    if (wasAsked) {
      paced.wake();
    } else {
      paced.advance();
    }
  }

  private static boolean learns(List<Rule> rules) {
    for (Rule rule : rules) {
      PacingSettings pacing = rule.pacing();
      if (pacing != null && pacing.learn()) {
        return true;
      }
    }
    return false;
  }

  /** Takes the turns that the host has taught, unless one is too long to wait for. */
  private void learn(PacedCall paced, Decision now, HostPaces host) {
    for (Rule rule : paced.rules()) {
      PacingSettings pacing = rule.pacing();
      if (pacing != null && pacing.learn() && !learns(paced, host, rule, pacing, now)) {
        return;
      }
    }
  }

  private static List<Rule> with(List<Rule> rules, Rule another) {
    List<Rule> all = new ArrayList<>(rules);
    all.add(another);
    return all;
  }

  private void refuse(PacedCall paced, Decision now, @Nullable Rule denying) {
    String host = paced.reservations().host();
    if (denying != null) {
      if (!now.isRejected()) {
        giveUp(now);
      }
      paced.rejectNow(OutboundLimitException.withoutKey(denying.name(), host));
      return;
    }
    Rule refusing = now.rule(now.tightest());
    PacingSettings pacing = refusing.pacing();
    paced.rejectNow(
        OutboundLimitException.tooLong(
            refusing.name(), host, pacing == null ? 0 : pacing.waitMicros(), now.waitMicros()));
  }

  private void giveUp(Decision granted) {
    granted.cancel(store);
  }

  /** Takes a turn at the pace that the host has taught; false if that is too long to wait. */
  private boolean learns(
      PacedCall paced, HostPaces host, Rule rule, PacingSettings pacing, Decision now) {
    CallReservations reservations = paced.reservations();
    long micros = ticker.micros();
    LearnedPace pace =
        host.pace(LearnedHosts.learner(rule, pacing, now, reservations.wanted()), micros);
    CallTurn turn =
        pace.turn(
            micros,
            reservations.reservedMicros(),
            Math.max(0, reservations.deadlineMicros() - micros));
    if (!turn.isTaken()) {
      paced.rejectNow(reservations.paused(rule, turn.atMicros(), micros));
      return false;
    }
    RateFieldsReader fields = new RateFieldsReader(pacing.learnCapMicros(), ResetUnit.BY_SIZE);
    reservations.add(new LearnedTurn(host, pace, fields, turn));
    return true;
  }

  public long nowMicros() {
    return ticker.micros();
  }

  public WakeUpTimer timer() {
    return alarm;
  }

  WaitQueues queues() {
    return queues;
  }

  /** Lets the store settle what a call wants, which may be pending after that. */
  public void ask(Decision wanted) {
    wanted.ask(store);
  }

  /** Does something on a thread of our own, because that of the store must not be held up. */
  public void later(Runnable work) {
    alarm.after(/* micros= */ 0, work);
  }

  @Nullable EndOfCallActions endOfCallActions(Decision paid) {
    return paid.endOfCallActions(store, /* before= */ null);
  }

  void refund(Decision paid) {
    paid.refund(store);
  }

  /** Counts a call among those that are held; the reason if it is one too many. */
  @Nullable IOException hold(PacedCall call) {
    return heldCalls.add(call);
  }

  /** Tells whoever counts. */
  void publish(Consumer<CallListener> news) {
    guarded(() -> news.accept(listener));
  }

  void release(PacedCall call) {
    heldCalls.remove(call);
  }

  /** Does something on a thread of the application's, which must not see it fail. */
  void guarded(Runnable work) {
    try {
      work.run();
    } catch (Throwable error) {
      log.repeated(AgentLog.SUPPRESSED + "answers", "cannot heed the end of a call", error);
    }
  }
}
