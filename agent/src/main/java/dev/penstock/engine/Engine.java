package dev.penstock.engine;

import dev.penstock.http.Call;
import dev.penstock.rules.LoadShedding;
import dev.penstock.rules.Mode;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.Claims;
import dev.penstock.store.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes decisions by the rules of one file: every limit grants, or nothing is charged. */
public final class Engine {
  /*
   * An engine never changes. A reload creates a new one over the same store, whose budgets keep
   * their counts. A decision in flight finishes with the engine that it started with.
   *
   * Each thread has one decision, which it reuses. That is safe because a thread makes one decision
   * at a time and reads it before the request continues to the application.
   *
   * An engine ignores rules in shadow. Another engine, over a store of its own, decides what they
   * would do, so that it cannot change anything here.
   */
  private final RuleSet ruleSet;
  private final Store store;
  final KeyHash secret;
  private final Set<String> budgetNames = new HashSet<>();

  /** In the order of the file. */
  final ActiveRule[] rules;

  private final ClaimCollector collector;
  private final boolean idle;

  /** Null if this engine sheds no load. */
  private final @Nullable LoadShedding shedding;

  private final ThreadLocal<Decision> decisions;

  public Engine(RuleSet ruleSet, Store store, KeyHash secret) {
    this.ruleSet = ruleSet;
    this.store = store;
    this.secret = secret;
    rules = new ActiveRule[ruleSet.all().size()];
    for (int i = 0; i < rules.length; i++) {
      Rule rule = ruleSet.all().get(i);
      Mode mode = ruleSet.mode().orMilder(rule.mode());
      rules[i] = new ActiveRule(i, rule, mode, ruleSet.settings().plans(), store, budgetNames);
    }
    collector = new ClaimCollector(rules, ruleSet.settings().plans());
    boolean enforces = ruleSet.mode() == Mode.ENFORCE;
    shedding = enforces ? ruleSet.settings().shedding() : null;
    idle = !enforces || (ruleSet.rules().isEmpty() && shedding == null);
    decisions = ThreadLocal.withInitial(() -> new Decision(new KeyContext(secret)));
  }

  public RuleSet ruleSet() {
    return ruleSet;
  }

  /** The store that keeps the counts. */
  public Store store() {
    return store;
  }

  /** The names of the budgets that this engine charges. */
  public Set<String> budgetNames() {
    return budgetNames;
  }

  /** True if every request passes: there are no rules, or none of them is enforced. */
  public boolean isIdle() {
    return idle;
  }

  /**
   * True if the requests in flight have to be counted, because some are rejected by their number.
   */
  public boolean shedsLoad() {
    return shedding != null;
  }

  /** True if an enforced rule needs the route of a request. */
  public boolean needsRoutes() {
    for (ActiveRule rule : rules) {
      if (rule.mode() == Mode.ENFORCE && rule.needsRoute()) {
        return true;
      }
    }
    return false;
  }

  /** True if an enforced rule needs the user of a request. */
  public boolean needsUsers() {
    for (ActiveRule rule : rules) {
      if (rule.mode() == Mode.ENFORCE && rule.needsUser()) {
        return true;
      }
    }
    return false;
  }

  /** Decides about a call where the number of requests in flight does not matter. */
  public Decision decide(Call call) {
    return decide(call, /* inFlight= */ 0);
  }

  /**
   * Decides about a call.
   *
   * <p>The decision belongs to this thread and is valid until the thread decides again. There are
   * two exceptions, in which it stays with the call: if it is {@linkplain Decision#isOpen open},
   * and if it is {@linkplain Decision#isPending pending} because the thread {@linkplain
   * Call#mayBlock must not wait} for the store.
   *
   * @param inFlight how many requests are in flight, including this one
   */
  public Decision decide(Call call, int inFlight) {
    Decision decision = decisions.get();
    decision.start(Claims.NOW);
    if (!idle) {
      decision.context().start(call, ruleSet.clientAddress());
      applyRules(decision, inFlight);
    }
    return decision;
  }

  /**
   * Decides about a call after another engine, and reuses the client address that it has found.
   *
   * @param atMicros the instant to decide at, or {@link Claims#NOW}
   */
  public Decision decideAfter(Decision other, long atMicros, Call call, int inFlight) {
    Decision decision = decisions.get();
    decision.start(atMicros);
    if (!idle) {
      decision.context().startAfter(call, ruleSet.clientAddress(), other.context());
      applyRules(decision, inFlight);
    }
    return decision;
  }

  private void applyRules(Decision decision, int inFlight) {
    KeyContext context = decision.context();
    try {
      if (ruleSet.exempts(context)) {
        decision.exempt();
      } else if (shedding != null && shedding.sheds(context, inFlight)) {
        decision.shed();
      } else {
        ruleSet.matching(context, decision.matches());
        if (decision.matches().size() == 0 && ruleSet.isPreflight(context.call())) {
          decision.exempt();
        } else {
          settleMatchingRules(decision);
        }
      }
    } finally {
      context.end();
    }
    if (decision.isPending() || decision.isOpen()) {
      decisions.remove();
      decision.detach();
    }
  }

  /** Charges the claims of all matching rules, or none. */
  private void settleMatchingRules(Decision decision) {
    collector.collect(decision);
    if (decision.deniedBy() != null) {
      store.rejectAll(decision.claims());
    } else if (decision.context().call().mayBlock()) {
      store.settle(decision.claims());
      decision.claims().enterQueue(store);
    } else {
      decision.settleAsync(store);
    }
    if (collector.mayDefer()) {
      decision.matches().keepDeferred();
      decision.setHasDeferredRules(decision.matches().size() > 0);
    }
  }

  /**
   * Decides about an open call by its deferred rules, at a later hook. If one of them rejects, the
   * store refunds all earlier charges of the call. The decision is pending afterwards if the thread
   * must not wait for the store.
   */
  public void resume(Decision decision, Call call) {
    resumeAt(decision, call, Claims.NOW);
  }

  /**
   * Like {@link #resume}, at the instant of another engine's decision.
   *
   * @param atMicros the instant to decide at, or {@link Claims#NOW}
   */
  public void resumeAt(Decision decision, Call call, long atMicros) {
    KeyContext context = decision.context();
    context.start(call, ruleSet.clientAddress());
    try {
      decision.resume(atMicros);
      settleMatchingRules(decision);
    } finally {
      context.end();
    }
  }

  /**
   * Collects all claims of a call without settling them. The decision belongs to the caller, who
   * settles it with {@link Decision#settleAsync}, as often as necessary.
   */
  public Decision prepare(Call call) {
    KeyContext context = new KeyContext(secret);
    Decision decision = new Decision(context);
    decision.detach();
    decision.start(Claims.NOW);
    if (idle) {
      return decision;
    }
    context.start(call, ruleSet.clientAddress());
    try {
      if (!ruleSet.exempts(context)) {
        ruleSet.matching(context, decision.matches());
        collector.collect(decision);
      }
    } finally {
      context.end();
    }
    return decision;
  }

  /** The enforced rules that took part in a decision, in the order of the file. */
  public List<Rule> enforcedRules(Decision decision) {
    List<Rule> enforced = new ArrayList<>();
    for (int i = 0; i < decision.matches().size(); i++) {
      int index = decision.matches().rule(i);
      ActiveRule rule = rules[index];
      boolean decides =
          rule.quotas().length == 0
              || decision.firstOf(rule.rule()) >= 0
              || decision.deniedRuleIndex() == index;
      if (rule.mode() == Mode.ENFORCE && decides) {
        enforced.add(rule.rule());
      }
    }
    return enforced;
  }

  /** How many keys of all quotas of a rule are stored in this JVM. */
  public long liveKeys(String rule) {
    long keys = 0;
    for (ActiveRule each : rules) {
      keys += each.rule().name().equals(rule) ? each.liveKeys() : 0;
    }
    return keys;
  }

  /** The key of one quota of a decision in readable form, such as {@code user=42}. */
  public String describeKey(Decision decision, int quota, Call call) {
    KeyContext context = decision.context();
    context.start(call, ruleSet.clientAddress());
    try {
      return decision.describeKey(quota);
    } finally {
      context.end();
    }
  }
}
