package dev.penstock.agent.shadow;

import dev.penstock.agent.store.StoreSelection;
import dev.penstock.agent.switches.SwitchedRules;
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

/** Compares the rules in force with a candidate. Owns the two sides, the counts and the journal. */
public final class ShadowMode {
  /*
   * Decisions in shadow are charged to separate stores, so that even a full one does not affect the
   * rules in force. A reload that changes neither side continues the comparison. Any other reload
   * starts a new one, because the sum of two candidates' counts would describe neither.
   *
   * A switch does not start a new comparison. While it applies, the rules concerned are excluded on
   * both sides, see ComparedRules. Their engines still exist, so that a reload in the meantime
   * changes the budgets of all sides at the same time.
   */
  private static final int MOST_MINUTES = 1_440;

  private final StoreSelection stores;
  private final Ticker ticker;
  private final ShadowTotals totals;
  private final AgentLog log;
  private final ShadowSide current;
  private final ShadowSide candidate;
  private volatile @Nullable ComparisonRun run;
  private @Nullable ComparedRules compared;
  private volatile @Nullable ComparisonJournal journal;
  private @Nullable Comparison inbound;
  private @Nullable OutboundComparison outbound;

  public ShadowMode(StoreSelection stores, Ticker ticker, AgentLog log) {
    this(stores, ticker, new ShadowTotals(), log);
  }

  public ShadowMode(StoreSelection stores, Ticker ticker, ShadowTotals totals, AgentLog log) {
    this.totals = totals;
    this.stores = stores;
    this.ticker = ticker;
    this.log = log;
    current = new ShadowSide("shadow-old", stores, ticker, log);
    candidate = new ShadowSide("shadow-next", stores, ticker, log);
  }

  /** Starts, continues or ends the comparison after a reload without switches. */
  public void compare(RuleSets rules, Engine engine) {
    compare(SwitchedRules.unswitched(rules), engine);
  }

  /** Starts, continues or ends the comparison after a reload or a switch. */
  public synchronized void compare(SwitchedRules switched, Engine engine) {
    ComparedRules plan = ComparedRules.of(switched, compared);
    RuleSets rules = plan.rules();
    long nowMicros = ticker.micros();
    ComparisonRun fresh = ComparisonRun.of(rules, nowMicros, MOST_MINUTES);
    ComparisonRun last = run;
    boolean continues = fresh != null && last != null && fresh.comparesTheSameAs(last);
    ComparisonRun now = continues ? last : fresh;
    if (last != null && !continues) {
      logEnd(last, now, nowMicros);
    }
    journal = journalOf(now, continues, rules);
    run = now;
    compared = now == null ? null : plan;
    totals.add(now, rules);
    exclude(plan, nowMicros);
    long mostKeys = rules.inbound().settings().mostKeys();
    current.beginUpdate(mostKeys);
    candidate.beginUpdate(mostKeys);
    inbound = now == null ? null : inbound(now, plan, engine);
    outbound = now == null ? null : outbound(now, plan);
    current.endUpdate();
    candidate.endUpdate();
  }

  private void exclude(ComparedRules plan, long nowMicros) {
    ComparisonRun now = run;
    ComparisonJournal writing = journal;
    if (now != null && writing != null) {
      boolean hasChanged = now.exclude(plan.whyNothing(), plan.whyRules(), nowMicros);
      if (hasChanged) {
        writing.switched(now, nowMicros);
      }
    }
  }

  private void logEnd(ComparisonRun last, @Nullable ComparisonRun now, long nowMicros) {
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
      @Nullable ComparisonRun now, boolean continues, RuleSets rules) {
    ComparisonJournal last = journal;
    ClientId clients = stores.clientIds(ComparisonJournal.secret(rules));
    if (continues && last != null && last.isFor(rules, clients)) {
      return last;
    }
    ComparisonRun lastRun = run;
    if (last != null && lastRun != null) {
      last.close(lastRun, ticker.micros());
    }
    return now == null ? null : new ComparisonJournal(now, rules, clients, ticker.micros(), log);
  }

  /** Returns where calls are counted; while they are excluded, a ledger that is never read. */
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
    ComparisonJournal journal = this.journal;
    if (trial == null || ledger == null || journal == null) {
      return null;
    }
    RuleSet with = trial.enforced();
    return new Comparison(
        engine,
        with == null ? null : current.engine(with),
        candidate.engine(trial.candidate()),
        ledger,
        plan.whyNothing() == null ? journal.inbound() : DivergenceListener.NONE,
        ticker,
        plan.switchedOn());
  }

  private @Nullable OutboundComparison outbound(ComparisonRun now, ComparedRules plan) {
    CandidateTrial trial = plan.outbound();
    ComparisonLedger ledger = ledger(now.outbound(), plan.rules().outbound(), trial, plan);
    ComparisonJournal journal = this.journal;
    if (trial == null || ledger == null || journal == null) {
      return null;
    }
    RuleSet with = trial.enforced();
    return new OutboundComparison(
        with == null ? null : current.pacer(with),
        candidate.pacer(trial.candidate()),
        ledger,
        plan.whyNothing() == null ? journal.outbound() : DivergenceListener.NONE,
        ticker,
        plan.switchedOn());
  }

  /** Returns the comparison of inbound requests; null if there is none or they are excluded. */
  public synchronized @Nullable Comparison inbound() {
    return isExcluded() ? null : inbound;
  }

  /** Returns the comparison of outbound calls; null if there is none or they are excluded. */
  public synchronized @Nullable OutboundComparison outbound() {
    return isExcluded() ? null : outbound;
  }

  private boolean isExcluded() {
    ComparedRules now = compared;
    return now != null && !now.seesCalls();
  }

  /** Resets a key of a rule on each side that has a rule of this name with such keys. */
  public void forget(String rule, KeyTextParser key) {
    List<KeyAllowance> allowances = new ArrayList<>();
    synchronized (this) {
      current.addAllowances(rule, key, allowances);
      candidate.addAllowances(rule, key, allowances);
    }
    // Without the lock: a store may need a round trip to Redis.
    for (KeyAllowance allowance : allowances) {
      allowance.budget().forget(allowance.high(), allowance.low());
    }
  }

  /** Writes the minutes that have ended to the journal. Called twice a second. */
  public synchronized void writeJournal() {
    ComparisonRun comparing = run;
    ComparisonJournal writing = journal;
    // Excluded minutes were not compared and are not written.
    boolean isCompared = compared != null && compared.whyNothing() == null;
    if (comparing != null && writing != null && isCompared) {
      writing.write(comparing, ticker.micros());
    }
  }

  /**
   * Returns the results so far; null if nothing is compared. Takes no lock: closing a divergence
   * log on a slow disk can hold the lock for seconds, and `status` must not wait for that.
   */
  @Nullable
  public ComparisonResult findings() {
    ComparisonRun comparing = run;
    ComparisonJournal writing = journal;
    return comparing == null || writing == null
        ? null
        : comparing.result(ticker.micros(), writing.lost());
  }

  /** Removes keys whose limits are unused again. Called every 30 seconds. */
  public synchronized void sweep() {
    current.sweep();
    candidate.sweep();
  }
}
