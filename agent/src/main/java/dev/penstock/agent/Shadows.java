package dev.penstock.agent;

import dev.penstock.engine.Engine;
import dev.penstock.log.AgentLog;
import dev.penstock.pace.Pacer;
import dev.penstock.rule.RuleSet;
import dev.penstock.rule.RuleSets;
import dev.penstock.shadow.Comparison;
import dev.penstock.shadow.Findings;
import dev.penstock.shadow.Ledger;
import dev.penstock.shadow.OutboundComparison;
import dev.penstock.shadow.Trial;
import dev.penstock.shadow.Watch;
import dev.penstock.store.AnyStore;
import dev.penstock.store.Store;
import dev.penstock.store.Ticker;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The side of the agent that compares what is in force with a candidate. */
final class Shadows {
  /*
   * What is judged in shadow is paid from stores of its own: even a full one then changes nothing for
   * the rules in force. A reload that leaves the two sides as they are goes on counting; any other
   * starts anew, as figures of two candidates in one sum would tell nothing of either.
   */
  private static final int MOST_MINUTES = 1_440;

  private final Stores stores;
  private final Ticker ticker;
  private final ShadowTotals totals;
  private final AgentLog log;
  private final Side old = new Side("shadow-old");
  private final Side next = new Side("shadow-next");
  private volatile @Nullable Watch watch;
  private volatile @Nullable ShadowJournal journal;
  private @Nullable Comparison inbound;
  private @Nullable OutboundComparison outbound;

  Shadows(Stores stores, Ticker ticker, AgentLog log) {
    this(stores, ticker, new ShadowTotals(), log);
  }

  Shadows(Stores stores, Ticker ticker, ShadowTotals totals, AgentLog log) {
    this.totals = totals;
    this.stores = stores;
    this.ticker = ticker;
    this.log = log;
  }

  /** Compares by these rules from now on. */
  synchronized void compare(RuleSets rules, Engine inForce) {
    Watch fresh = Watch.of(rules, ticker.micros(), MOST_MINUTES);
    Watch last = watch;
    boolean goesOn = fresh != null && last != null && fresh.comparesTheSameAs(last);
    Watch now = goesOn ? last : fresh;
    journal = journalOf(now, goesOn, rules);
    watch = now;
    totals.watch(now, rules);
    long mostKeys = rules.inbound().settings().mostKeys();
    old.start(mostKeys);
    next.start(mostKeys);
    inbound = now == null ? null : inbound(now, Trial.ofInbound(rules), inForce);
    outbound = now == null ? null : outbound(now, Trial.ofOutbound(rules));
    old.end();
    next.end();
  }

  private @Nullable ShadowJournal journalOf(@Nullable Watch now, boolean goesOn, RuleSets rules) {
    ShadowJournal last = journal;
    if (goesOn && last != null && last.isFor(rules)) {
      return last;
    }
    Watch lastWatch = watch;
    if (last != null && lastWatch != null) {
      last.close(lastWatch, ticker.micros());
    }
    return now == null ? null : new ShadowJournal(now, rules, ticker.micros(), log);
  }

  private @Nullable Comparison inbound(Watch now, @Nullable Trial trial, Engine inForce) {
    Ledger ledger = now.inbound();
    ShadowJournal listening = journal;
    if (trial == null || ledger == null || listening == null) {
      return null;
    }
    RuleSet with = trial.old();
    return new Comparison(
        inForce,
        with == null ? null : old.engine(with),
        next.engine(trial.next()),
        ledger,
        listening.inbound(),
        ticker);
  }

  private @Nullable OutboundComparison outbound(Watch now, @Nullable Trial trial) {
    Ledger ledger = now.outbound();
    ShadowJournal listening = journal;
    if (trial == null || ledger == null || listening == null) {
      return null;
    }
    RuleSet with = trial.old();
    return new OutboundComparison(
        with == null ? null : old.pacer(with),
        next.pacer(trial.next()),
        ledger,
        listening.outbound(),
        ticker);
  }

  /** What calls that come in are compared by; null if they are not. */
  synchronized @Nullable Comparison inbound() {
    return inbound;
  }

  /** What calls that go out are compared by; null if they are not. */
  synchronized @Nullable OutboundComparison outbound() {
    return outbound;
  }

  /** Tells of the minutes that are over; to be called now and then. */
  synchronized void look() {
    Watch watching = watch;
    ShadowJournal telling = journal;
    if (watching != null && telling != null) {
      telling.tell(watching, ticker.micros());
    }
  }

  /**
   * What was found so far; null if nothing is compared. Takes no lock: closing a divergence log on
   * a disk that stalls holds it for seconds, and `status` does not wait for that.
   */
  @Nullable Findings findings() {
    Watch watching = watch;
    ShadowJournal writing = journal;
    return watching == null || writing == null
        ? null
        : watching.findings(ticker.micros(), writing.lost());
  }

  /** Forgets what is whole again; to be called now and then. */
  synchronized void sweep() {
    old.sweep();
    next.sweep();
  }

  /** One side in shadow: its budgets, and the pacer of its outbound calls once it has one. */
  private final class Side {
    private final String name;
    private @Nullable Store store;
    private @Nullable Object home;
    private @Nullable Pacer pacer;
    private final Set<String> budgets = new HashSet<>();
    private long mostKeys;
    private boolean paces;

    Side(String name) {
      this.name = name;
    }

    /** New rules follow; the budgets of none of them are forgotten. */
    void start(long newMostKeys) {
      mostKeys = newMostKeys;
      budgets.clear();
      paces = false;
      if (store != null && home == stores.home()) {
        store.rememberAtMost(mostKeys);
      } else {
        store = null;
      }
    }

    private Store store() {
      Store known = store;
      if (known == null) {
        known = stores.inShadow(name, mostKeys);
        home = stores.home();
        store = known;
      }
      return known;
    }

    Engine engine(RuleSet rules) {
      Engine engine = new Engine(rules, store(), stores.secret());
      budgets.addAll(engine.budgetNames());
      return engine;
    }

    Pacer pacer(RuleSet rules) {
      Pacer pacing = pacer;
      if (pacing == null) {
        pacing = new Pacer(this::engine, new AnyStore(this::store), ticker, log);
        pacer = pacing;
      }
      paces = true;
      pacing.paceBy(rules);
      return pacing;
    }

    /** No more rules follow: what none of them needs is forgotten. */
    void end() {
      if (pacer != null && !paces) {
        pacer.paceBy(RuleSet.EMPTY);
      }
      if (store != null) {
        store.keepOnly(budgets);
      }
    }

    void sweep() {
      if (store != null) {
        store.sweep();
      }
      if (pacer != null) {
        pacer.sweep();
      }
    }
  }
}
