package dev.penstock.agent;

import dev.penstock.engine.Engine;
import dev.penstock.engine.KeyAllowance;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.key.KeyTextParser;
import dev.penstock.shadow.CandidateTrial;
import dev.penstock.shadow.Comparison;
import dev.penstock.shadow.ComparisonLedger;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.ComparisonRun;
import dev.penstock.shadow.ComparisonSummary;
import dev.penstock.shadow.DivergenceListener;
import dev.penstock.shadow.OutboundComparison;
import dev.penstock.shadow.log.ClientId;
import dev.penstock.store.Ticker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The side of the agent that compares what is in force with a candidate. */
final class ShadowMode {
  /*
   * What is judged in shadow is paid from stores of its own: even a full one then changes nothing for
   * the rules in force. A reload that leaves the two sides as they are goes on counting; any other
   * starts anew, as figures of two candidates in one sum would tell nothing of either.
   *
   * A switch is no other comparison. While it holds, what it concerns is left out on both sides: see
   * Compared. The engines are made all the same, so that a reload meanwhile changes the budgets of
   * all sides at the same time.
   */
  private static final int MOST_MINUTES = 1_440;

  private final StoreSelection stores;
  private final Ticker ticker;
  private final ShadowTotals totals;
  private final AgentLog log;
  private final ShadowSide old;
  private final ShadowSide next;
  private volatile @Nullable ComparisonRun watch;
  private @Nullable ComparedRules compared;
  private volatile @Nullable ComparisonJournal journal;
  private @Nullable Comparison inbound;
  private @Nullable OutboundComparison outbound;

  ShadowMode(StoreSelection stores, Ticker ticker, AgentLog log) {
    this(stores, ticker, new ShadowTotals(), log);
  }

  ShadowMode(StoreSelection stores, Ticker ticker, ShadowTotals totals, AgentLog log) {
    this.totals = totals;
    this.stores = stores;
    this.ticker = ticker;
    this.log = log;
    old = new ShadowSide("shadow-old", stores, ticker, log);
    next = new ShadowSide("shadow-next", stores, ticker, log);
  }

  /** Compares by these rules from now on. */
  void compare(RuleSets rules, Engine engine) {
    compare(SwitchedRules.nothing(rules), engine);
  }

  /** The same for a file of which an operator may have switched something over. */
  synchronized void compare(SwitchedRules switched, Engine engine) {
    ComparedRules plan = ComparedRules.of(switched, compared);
    RuleSets rules = plan.rules();
    long nowMicros = ticker.micros();
    ComparisonRun fresh = ComparisonRun.of(rules, nowMicros, MOST_MINUTES);
    ComparisonRun last = watch;
    boolean goesOn = fresh != null && last != null && fresh.comparesTheSameAs(last);
    ComparisonRun now = goesOn ? last : fresh;
    if (last != null && !goesOn) {
      sayThatItEnds(last, now, nowMicros);
    }
    journal = journalOf(now, goesOn, rules);
    watch = now;
    compared = now == null ? null : plan;
    totals.watch(now, rules);
    leaveOut(plan, nowMicros);
    long mostKeys = rules.inbound().settings().mostKeys();
    old.start(mostKeys);
    next.start(mostKeys);
    inbound = now == null ? null : inbound(now, plan, engine);
    outbound = now == null ? null : outbound(now, plan);
    old.end();
    next.end();
  }

  private void leaveOut(ComparedRules plan, long nowMicros) {
    ComparisonRun now = watch;
    ComparisonJournal writing = journal;
    if (now != null && writing != null) {
      boolean isNews = now.exclude(plan.whyNothing(), plan.whyRules(), nowMicros);
      if (isNews) {
        writing.switched(now, nowMicros);
      }
    }
  }

  private void sayThatItEnds(ComparisonRun last, @Nullable ComparisonRun now, long nowMicros) {
    ComparisonResult soFar = last.result(nowMicros, /* lostLines= */ 0);
    if (soFar.inbound().counts().total() + soFar.outbound().counts().total() > 0) {
      String what =
          now == null
              ? "ends, because nothing is in shadow any more"
              : "starts again, because the compared rules have changed";
      log.info("shadow: the comparison " + what + "; until now " + ComparisonSummary.of(soFar));
    }
  }

  private @Nullable ComparisonJournal journalOf(
      @Nullable ComparisonRun now, boolean goesOn, RuleSets rules) {
    ComparisonJournal last = journal;
    ClientId clients = stores.clients(ComparisonJournal.secret(rules));
    if (goesOn && last != null && last.isFor(rules, clients)) {
      return last;
    }
    ComparisonRun lastWatch = watch;
    if (last != null && lastWatch != null) {
      last.close(lastWatch, ticker.micros());
    }
    return now == null ? null : new ComparisonJournal(now, rules, clients, ticker.micros(), log);
  }

  /** Where calls are counted: nowhere that is ever read while they are left out. */
  private static @Nullable ComparisonLedger ledger(
      @Nullable ComparisonLedger own,
      RuleSet inForce,
      @Nullable CandidateTrial trial,
      ComparedRules plan) {
    return trial == null || own == null || plan.whyNothing() == null
        ? own
        : ComparisonLedger.of(inForce, trial, /* mostMinutes= */ 1);
  }

  private @Nullable Comparison inbound(ComparisonRun now, ComparedRules plan, Engine engine) {
    CandidateTrial trial = plan.inbound();
    ComparisonLedger ledger = ledger(now.inbound(), plan.rules().inbound(), trial, plan);
    ComparisonJournal listening = journal;
    if (trial == null || ledger == null || listening == null) {
      return null;
    }
    RuleSet with = trial.enforced();
    return new Comparison(
        engine,
        with == null ? null : old.engine(with),
        next.engine(trial.candidate()),
        ledger,
        plan.whyNothing() == null ? listening.inbound() : DivergenceListener.NONE,
        ticker,
        plan.switchedOn());
  }

  private @Nullable OutboundComparison outbound(ComparisonRun now, ComparedRules plan) {
    CandidateTrial trial = plan.outbound();
    ComparisonLedger ledger = ledger(now.outbound(), plan.rules().outbound(), trial, plan);
    ComparisonJournal listening = journal;
    if (trial == null || ledger == null || listening == null) {
      return null;
    }
    RuleSet with = trial.enforced();
    return new OutboundComparison(
        with == null ? null : old.pacer(with),
        next.pacer(trial.candidate()),
        ledger,
        plan.whyNothing() == null ? listening.outbound() : DivergenceListener.NONE,
        ticker,
        plan.switchedOn());
  }

  /** What calls that come in are compared by; null if they are not, or left out. */
  synchronized @Nullable Comparison inbound() {
    return isLeftOut() ? null : inbound;
  }

  /** What calls that go out are compared by; null if they are not, or left out. */
  synchronized @Nullable OutboundComparison outbound() {
    return isLeftOut() ? null : outbound;
  }

  private boolean isLeftOut() {
    ComparedRules now = compared;
    return now != null && !now.seesCalls();
  }

  /**
   * Forgets what a key has spent of a rule, on each side that has a rule of this name and counts by
   * such keys.
   */
  void forget(String rule, KeyTextParser key) {
    List<KeyAllowance> holdings = new ArrayList<>();
    synchronized (this) {
      old.addHoldings(rule, key, holdings);
      next.addHoldings(rule, key, holdings);
    }
    // Without the lock: a store may have to ask a server.
    for (KeyAllowance holding : holdings) {
      holding.budget().forget(holding.high(), holding.low());
    }
  }

  /** Tells of the minutes that are over; to be called now and then. */
  synchronized void look() {
    ComparisonRun watching = watch;
    ComparisonJournal telling = journal;
    // Minutes that are left out were not watched, and are not written down.
    boolean counts = compared != null && compared.whyNothing() == null;
    if (watching != null && telling != null && counts) {
      telling.tell(watching, ticker.micros());
    }
  }

  /**
   * What was found so far; null if nothing is compared. Takes no lock: closing a divergence log on
   * a disk that stalls holds it for seconds, and `status` does not wait for that.
   */
  @Nullable ComparisonResult findings() {
    ComparisonRun watching = watch;
    ComparisonJournal writing = journal;
    return watching == null || writing == null
        ? null
        : watching.result(ticker.micros(), writing.lost());
  }

  /** Forgets what is whole again; to be called now and then. */
  synchronized void sweep() {
    old.sweep();
    next.sweep();
  }
}
