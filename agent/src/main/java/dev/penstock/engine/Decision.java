package dev.penstock.engine;

import dev.penstock.limit.Limit;
import dev.penstock.rules.MatchedRules;
import dev.penstock.rules.Rule;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.store.Claim;
import dev.penstock.store.ClaimedKey;
import dev.penstock.store.Claims;
import dev.penstock.store.Receipt;
import dev.penstock.store.Store;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result for one call: the rules that apply, and what each of their quotas decided. */
public final class Decision {
  /** What has been decided about the call. */
  public enum Outcome {
    /** The store has not replied yet; until then only {@link #whenDecided} may be called. */
    PENDING,
    REJECTED,
    ADMITTED
  }

  private final KeyContext context;
  private final MatchedRules matches = new MatchedRules();
  private final Claims claims = new Claims();
  private final ClaimedQuotas quotas = new ClaimedQuotas();
  private final PendingSettlement settlement = new PendingSettlement();
  private @Nullable ActiveQuota denied;
  private boolean shed;
  private boolean exempt;
  private boolean hasDeferredRules;
  private @Nullable Object attachment;
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
    hasDeferredRules = false;
  }

  /** Prepares for the claims of deferred rules; earlier charges stay charged. */
  void resume(long atMicros) {
    claims.resume(atMicros);
    settlement.start();
  }

  public Outcome outcome() {
    return isPending() ? Outcome.PENDING : isRejected() ? Outcome.REJECTED : Outcome.ADMITTED;
  }

  /** True if the store has not replied yet. */
  public boolean isPending() {
    return settlement.isPending();
  }

  /** Runs a listener when this is not pending: now, or on a thread that it must not block. */
  public void whenDecided(Runnable listener) {
    settlement.whenComplete(listener);
  }

  void setHasDeferredRules(boolean newHasDeferredRules) {
    hasDeferredRules = newHasDeferredRules;
  }

  /** True if some rules can decide only at a later hook of the call, whatever the others decide. */
  public boolean hasDeferredRules() {
    return hasDeferredRules;
  }

  /** True if the call may continue, but some rules can decide only at a later hook. */
  public boolean isOpen() {
    return hasDeferredRules && !isRejected();
  }

  /** Moves this from its thread to its call, which may continue on another thread. */
  void detach() {
    detached = true;
    attachment = null;
  }

  /** The object that is kept with the thread of this decision; null if there is none. */
  public @Nullable Object attachment() {
    return attachment;
  }

  /** Keeps an object with the calling thread, as long as this decision belongs to that thread. */
  public void attachment(Object newAttachment) {
    attachment = detached ? null : newAttachment;
  }

  KeyContext context() {
    return context;
  }

  MatchedRules matches() {
    return matches;
  }

  Claims claims() {
    return claims;
  }

  /** The quotas that the claims belong to. */
  ClaimedQuotas claimedQuotas() {
    return quotas;
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

  /** True if the file exempts the call from all rules. */
  public boolean isExempt() {
    return exempt;
  }

  public boolean isRejected() {
    return shed || denied != null || !claims.granted();
  }

  /** True if the call is rejected because of load shedding. */
  public boolean isShed() {
    return shed;
  }

  /** The rule that rejects the call because it has no key; null if there is none. */
  public @Nullable Rule deniedBy() {
    return denied == null ? null : denied.rule();
  }

  /** Charges all claims or none, without blocking this thread; may be pending afterwards. */
  public void settleAsync(Store store) {
    settlement.settle(store, claims);
  }

  /** The quota that delays an admitted call the longest. */
  public int slowest() {
    return claims.slowest();
  }

  /** The first quota of a rule among those of the call; -1 if there is none. */
  public int firstOf(Rule rule) {
    return quotas.firstOf(rule, claims.size());
  }

  /** The key of a quota; equal for two calls that compete for the same units. */
  public ClaimedKey key(int quota) {
    return claims.key(quota);
  }

  /** A keyed hash of the key; the same for all keys in the overflow bucket. */
  public long keyHash(int quota) {
    return claims.keyHash(quota);
  }

  /** What was unusual about the decision of a quota: remarks of {@link Claim}. */
  public int remarks(int quota) {
    return claims.remarks(quota);
  }

  /** How many quotas decided about the call. */
  public int quotas() {
    return claims.size();
  }

  /** The rule of a quota; quotas are in the order of the file. */
  public Rule rule(int quota) {
    return quotas.get(quota).rule();
  }

  /** The index of a quota's rule among the rules of its engine. */
  public int ruleIndex(int quota) {
    return quotas.get(quota).ruleIndex();
  }

  /** The index of the rule that rejects the call because it has no key; -1 if there is none. */
  public int deniedRuleIndex() {
    return denied == null ? -1 : denied.ruleIndex();
  }

  String describeKey(int quota) {
    return quotas.describeKey(quota, context);
  }

  /** The name of a quota, for header fields. */
  public String name(int quota) {
    return quotas.get(quota).quota().name();
  }

  /** How many units of a quota the call costs. */
  public long cost(int quota) {
    return claims.cost(quota);
  }

  /** The limit that decided for a quota. */
  public Limit limit(int quota) {
    return claims.limit(quota);
  }

  QuotaPolicyField policy(int quota) {
    return quotas.get(quota).policy(claims.limit(quota));
  }

  /** How many units of a quota are left. */
  public long remaining(int quota) {
    return claims.remaining(quota);
  }

  /** How long until more units of a quota are left. */
  public long resetMicros(int quota) {
    return claims.resetMicros(quota);
  }

  /** How long a client has to wait because of a quota; 0 if the quota does not reject the call. */
  public long waitMicros(int quota) {
    return claims.waitMicros(quota);
  }

  /** How long a client has to wait until the same call, alone, is admitted. */
  public long waitMicros() {
    return denied == null ? claims.longestWaitMicros() : Limit.NEVER;
  }

  /** How long an admitted call has to wait for its turn. */
  public long delayMicros() {
    return claims.longestDelayMicros();
  }

  /** When the store decided, by its clock; 0 if there was nothing to decide. */
  public long decidedAtMicros() {
    return claims.settledAtMicros();
  }

  /** The quota with the longest wait, or, if none rejects, with the fewest units left. */
  public int tightest() {
    return claims.tightest();
  }

  /** True if there is something to do at the end of the admitted call. */
  public boolean hasEndOfCallActions() {
    for (int i = claims.firstUnsettled(); !isRejected() && i < quotas(); i++) {
      if (quotas.get(i).dependsOnResponse()) {
        return true;
      }
    }
    return false;
  }

  /** What to do at the end of the admitted call, added to earlier actions; null if nothing. */
  public @Nullable EndOfCallActions endOfCallActions(
      Store store, @Nullable EndOfCallActions earlier) {
    EndOfCallActions actions = earlier;
    for (int i = claims.firstUnsettled(); i < quotas(); i++) {
      if (quotas.get(i).dependsOnResponse()) {
        actions = actions == null ? new EndOfCallActions(store) : actions;
        actions.add(claims.receipt(i), quotas.get(i), quotas.canReset(i, claims.remarks(i)));
      }
    }
    return actions;
  }

  /** Refunds the charges of the last settlement, for a call whose end will not be reported. */
  public void refund(Store store) {
    for (int i = claims.firstUnsettled(); i < quotas(); i++) {
      store.refund(claims.receipt(i));
    }
  }

  /** All charges, for {@link Store#cancel} if the call leaves before its turn. */
  public List<Receipt> receipts() {
    return claims.receipts();
  }

  /** Cancels all charges, because the call has left before its turn. */
  public void cancel(Store store) {
    claims.cancel(store);
  }
}
