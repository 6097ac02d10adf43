package dev.penstock.engine;

import dev.penstock.limit.Limit;
import dev.penstock.rules.MatchedRules;
import dev.penstock.rules.Rule;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.match.Match;
import dev.penstock.store.Claim;
import dev.penstock.store.ClaimedKey;
import dev.penstock.store.Claims;
import dev.penstock.store.Receipt;
import dev.penstock.store.Store;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of one call: which rules were for it, and what each of them said. */
public final class Decision {
  private final KeyContext context;
  private final MatchedRules matches = new MatchedRules();
  private final Claims claims = new Claims();
  private final ClaimedQuotas quotas = new ClaimedQuotas();
  private final PendingSettlement settlement = new PendingSettlement();
  private @Nullable ActiveQuota denied;
  private boolean shed;
  private boolean exempt;
  private boolean open;
  private @Nullable Object companion;
  private boolean detached;

  Decision(KeyContext context) {
    this.context = context;
  }

  void start(long atMicros) {
    context.forget();
    matches.clear();
    claims.clear(atMicros);
    settlement.start();
    denied = null;
    shed = false;
    exempt = false;
    open = false;
  }

  /** Goes on where it stopped: what was charged stays charged, further claims follow. */
  void resume(long atMicros) {
    claims.resume(atMicros);
    settlement.start();
  }

  void open(boolean someHaveToWait) {
    open = someHaveToWait;
  }

  /** True if the store has not answered yet; until then nothing else may be asked of it. */
  public boolean isPending() {
    return settlement.isPending();
  }

  /** Runs this when it is no longer pending, on a thread that must not be held up, or now. */
  public void whenDecided(Runnable told) {
    settlement.whenAnswered(told);
  }

  /** True if some rules can judge the call only when it has come further, whatever others say. */
  public boolean hasDeferredRules() {
    return open;
  }

  /** True if the call may go on, but some rules can judge it only when it has come further. */
  public boolean isOpen() {
    return open && !isRejected();
  }

  /** From here on it stays with its call, which may go on on another thread. */
  void detach() {
    detached = true;
    companion = null;
  }

  /** What was kept with the thread that this decision belongs to; null if there is nothing. */
  public @Nullable Object attachment() {
    return companion;
  }

  /** Keeps something with the calling thread, as long as this decision is that thread's own. */
  public void attachment(Object newCompanion) {
    companion = detached ? null : newCompanion;
  }

  KeyContext caller() {
    return context;
  }

  MatchedRules matches() {
    return matches;
  }

  Claims claims() {
    return claims;
  }

  /** Notes whose claim was the last one to be added. */
  void claimed(ActiveQuota quota, Match match, boolean canReset) {
    quotas.set(claims.size() - 1, quota, match, canReset);
  }

  void denied(ActiveQuota quota) {
    denied = quota;
  }

  void shed() {
    shed = true;
  }

  void exempt() {
    exempt = true;
  }

  /** True if no rule has looked at the call, because the file says so. */
  public boolean isExempt() {
    return exempt;
  }

  /** True if the call must be turned away. */
  public boolean isRejected() {
    return shed || denied != null || !claims.granted();
  }

  /** True if the call must be turned away because the JVM has too much to do. */
  public boolean isShed() {
    return shed;
  }

  /** The rule that turns the call away because it lacks a key; null if none does. */
  public @Nullable Rule deniedBy() {
    return denied == null ? null : denied.rule();
  }

  /** Charges all claims, or none, without making this thread wait: it may be pending after that. */
  public void ask(Store store) {
    settlement.ask(store, claims);
  }

  /** The quota that an admitted call has to be held longest for. */
  public int slowest() {
    return claims.slowest();
  }

  /** The first quota of a rule that the call has to be paid from; -1 if there is none. */
  public int firstOf(Rule rule) {
    return quotas.firstOf(rule, claims.size());
  }

  /** Whose budget is spent, and of what: the same for two calls that compete for the same. */
  public ClaimedKey key(int at) {
    return claims.key(at);
  }

  /**
   * A keyed hash of whose budget is spent; many keys have the same if there is no room for them.
   */
  public long keyHash(int at) {
    return claims.keyHash(at);
  }

  /** What was unusual about how a quota was decided on: remarks of {@link Claim}. */
  public int remarks(int at) {
    return claims.remarks(at);
  }

  /** How many quotas the call had to be paid from. */
  public int quotas() {
    return claims.size();
  }

  /** The rule of one of the quotas, in the order of the file. */
  public Rule rule(int at) {
    return quotas.get(at).rule();
  }

  /** The place of a quota's rule among the rules of its engine. */
  public int ruleIndex(int at) {
    return quotas.get(at).place();
  }

  /** The place of the rule that turns the call away because it lacks a key; -1 if none does. */
  public int deniedRuleIndex() {
    return denied == null ? -1 : denied.place();
  }

  String describeKey(int at) {
    return quotas.describeKey(at, context);
  }

  /** The name of a quota, for header fields. */
  public String name(int at) {
    return quotas.get(at).quota().name();
  }

  /** How many units of a quota the call costs. */
  public long cost(int at) {
    return claims.cost(at);
  }

  /** The limit that the quota was judged by. */
  public Limit limit(int at) {
    return claims.limit(at);
  }

  QuotaPolicyField policy(int at) {
    return quotas.get(at).policy(claims.limit(at));
  }

  /** How much is left of a quota. */
  public long remaining(int at) {
    return claims.remaining(at);
  }

  /** How long until more is left of a quota. */
  public long resetMicros(int at) {
    return claims.resetMicros(at);
  }

  /** How long a caller has to wait for this quota; 0 if it is not one that refuses. */
  public long waitMicros(int at) {
    return claims.waitMicros(at);
  }

  /** How long a caller has to wait until the same call, alone, is admitted. */
  public long waitMicros() {
    return denied == null ? claims.longestWaitMicros() : Limit.NEVER;
  }

  /** How long an admitted call has to be held until its turn. */
  public long delayMicros() {
    return claims.longestDelayMicros();
  }

  /** When it was made, by the clock of the store; 0 if there was nothing to decide. */
  public long decidedAtMicros() {
    return claims.settledAtMicros();
  }

  /** The quota that a caller meets first: the longest wait, or else the least left. */
  public int tightest() {
    int tightest = 0;
    for (int i = 1; i < quotas(); i++) {
      int longer = Long.compare(waitMicros(i), waitMicros(tightest));
      if (longer > 0 || (longer == 0 && remaining(i) < remaining(tightest))) {
        tightest = i;
      }
    }
    return tightest;
  }

  /** True if something has to be done when the admitted call ends. */
  public boolean hasEndOfCallActions() {
    for (int i = claims.firstUnsettled(); !isRejected() && i < quotas(); i++) {
      if (quotas.get(i).dependsOnAnswer()) {
        return true;
      }
    }
    return false;
  }

  /**
   * What has to be done when the admitted call ends, with what had to be done before; null if there
   * is nothing.
   */
  public @Nullable EndOfCallActions endOfCallActions(
      Store store, @Nullable EndOfCallActions before) {
    EndOfCallActions actions = before;
    for (int i = claims.firstUnsettled(); i < quotas(); i++) {
      if (quotas.get(i).dependsOnAnswer()) {
        actions = actions == null ? new EndOfCallActions(store) : actions;
        actions.add(claims.receipt(i), quotas.get(i), quotas.canReset(i, claims.remarks(i)));
      }
    }
    return actions;
  }

  /** Gives back what was charged last, because nobody will hear of that again. */
  public void refund(Store store) {
    for (int i = claims.firstUnsettled(); i < quotas(); i++) {
      store.refund(claims.receipt(i));
    }
  }

  /** What was charged, for {@link Store#cancel} if the call leaves before its turn. */
  public List<Receipt> receipts() {
    return claims.receipts();
  }

  /** Gives back all that was charged, because the call has left before its turn. */
  public void cancel(Store store) {
    claims.cancel(store);
  }
}
