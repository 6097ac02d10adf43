package dev.penstock.outbound;

import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.http.Call;
import dev.penstock.limit.Limit;
import dev.penstock.outbound.queue.WaitQueue;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Rule;
import dev.penstock.store.Receipt;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The rules of one outbound call, and what the call has reserved and charged under them. */
public final class CallReservations {
  /*
   * A call reserves its turns when it arrives: in the store, and at the learned paces of its host.
   * A call that is not sent returns these turns. The limits that cannot reserve a turn are charged
   * when the call is about to start. Slots of `concurrency` are released when the call has ended.
   *
   * The store may reply after another thread has cancelled the call. The thread that comes second,
   * whether it cancels the call or processes the reply, returns the turns.
   */
  private static final int NO_STATUS = 0;

  private final PacingServices services;
  private final String host;
  private final List<Rule> rules;
  private final long arrivedMicros;
  private final long maxWaitMicros;

  /** The claims of the limits that cannot reserve a turn; null if no rule has such limits. */
  private final @Nullable Decision queued;

  /** Null if no rule of the call learns. */
  private final @Nullable LearnedTurns learned;

  /** The release of the slots that the call holds; null if it holds none. */
  private final AtomicReference<@Nullable EndOfCallActions> atEnd = new AtomicReference<>();

  private List<Receipt> receipts = List.of();

  /** The remarks of the claims that reserve turns, by rule; usually empty. */
  private volatile Map<String, Integer> remarks = Map.of();

  private long reservedMicros;
  private boolean cancelled;

  /** The rule that delays the call longest, as far as it is known. */
  private volatile String slowestRule;

  /**
   * @param rules the rules in force for the call, at least one
   * @param queued the claims of the limits that can be charged only when the call is about to
   *     start; null if there are no such limits
   */
  CallReservations(
      PacingServices services, Call call, List<Rule> rules, @Nullable Decision queued) {
    this.services = services;
    this.rules = rules;
    this.queued = queued;
    host = call.host();
    arrivedMicros = services.nowMicros();
    slowestRule = rules.get(0).name();
    long shortestWaitMicros = Long.MAX_VALUE;
    boolean learns = false;
    for (Rule rule : rules) {
      PacingSettings pacing = rule.pacing();
      shortestWaitMicros = Math.min(shortestWaitMicros, pacing == null ? 0 : pacing.waitMicros());
      learns |= pacing != null && pacing.learn();
    }
    maxWaitMicros = shortestWaitMicros;
    learned = learns ? new LearnedTurns(services, host, services.hosts().pacesOf(call)) : null;
  }

  public String host() {
    return host;
  }

  public List<Rule> rules() {
    return rules;
  }

  /** Returns the claims of the limits that cannot reserve a turn, for a call that uses queues. */
  public Decision queued() {
    return Objects.requireNonNull(queued);
  }

  /** True if a limit of the call cannot reserve a turn. */
  boolean usesQueues() {
    return queued != null && queued.quotas() > 0;
  }

  /** Returns the turns at learned paces; null if no rule of the call learns. */
  @Nullable LearnedTurns learned() {
    return learned;
  }

  long arrivedMicros() {
    return arrivedMicros;
  }

  /** Returns the shortest maximum wait of all rules. */
  public long maxWaitMicros() {
    return maxWaitMicros;
  }

  long deadlineMicros() {
    return arrivedMicros + maxWaitMicros;
  }

  /** Returns the turn that the store has reserved. */
  long reservedMicros() {
    return reservedMicros;
  }

  /** Returns the rule that delays the call longest, as far as it is known. */
  String slowestRule() {
    return slowestRule;
  }

  /**
   * Reserves the turns of the call.
   *
   * @param reserved the decision of the limits that reserve turns; not pending any more
   * @return why the call is rejected; null if it is not
   */
  @Nullable IOException reserve(Decision reserved) {
    IOException missingKey = missingKey(reserved);
    if (missingKey != null) {
      if (!reserved.isRejected()) {
        reserved.cancel(services.store());
      }
      return missingKey;
    }
    if (reserved.isRejected()) {
      return tooLong(reserved);
    }
    // Read this clock after the clock of the store: otherwise a turn that is due now could appear
    // to be in the future. The two clocks may differ, so only the delay is taken from the store.
    reservedMicros = services.nowMicros() + reserved.delayMicros();
    if (reserved.quotas() > 0) {
      slowestRule = reserved.rule(reserved.slowest()).name();
    }
    remarks = remarksOf(reserved);
    if (!keep(reserved.receipts())) {
      cancel();
    }
    services.listener().granted(reserved);
    return learned == null ? null : learned.reserve(/* call= */ this, reserved, queued);
  }

  /**
   * Returns the rejection of a call without the key that a rule requires; null if the call has all
   * such keys.
   *
   * @param reserved the decision of the limits that reserve turns; may be pending
   */
  @Nullable IOException missingKey(Decision reserved) {
    Rule denying = reserved.deniedBy();
    if (denying == null && queued != null) {
      denying = queued.deniedBy();
    }
    return denying == null ? null : OutboundLimitException.withoutKey(denying.name(), host);
  }

  /** Keeps the receipts of the reserved turns; returns false if the call was cancelled before. */
  private synchronized boolean keep(List<Receipt> reserved) {
    receipts = reserved;
    return !cancelled;
  }

  /** Returns all turns to the store and to the learned paces, for other calls. */
  void cancel() {
    List<Receipt> reserved;
    synchronized (this) {
      reserved = receipts;
      receipts = List.of();
      cancelled = true;
    }
    for (Receipt receipt : reserved) {
      services.store().cancel(receipt);
    }
    if (learned != null) {
      learned.cancel();
    }
  }

  /** Returns the latest of all reserved turns; responses may have postponed learned turns. */
  public long turnMicros(long nowMicros) {
    return learned == null
        ? reservedMicros
        : Math.max(reservedMicros, learned.dueMicros(nowMicros));
  }

  /** Records that a queued limit of this rule does not admit the call now. */
  public void rejectedBy(Rule rule) {
    slowestRule = rule.name();
  }

  /** Records that the queued limits have charged the call; returns what to do at its end. */
  @Nullable EndOfCallActions charged() {
    EndOfCallActions actions = queued().endOfCallActions(services.store(), /* earlier= */ null);
    atEnd.set(actions);
    services.listener().granted(queued());
    return actions;
  }

  /**
   * Refunds the queued limits of a call that was decided before it was charged.
   *
   * @param actions the result of {@link #charged}
   */
  void refund(@Nullable EndOfCallActions actions) {
    if (actions == null || atEnd.compareAndSet(actions, /* newValue= */ null)) {
      queued().refund(services.store());
    }
  }

  /** Releases the slots of an ended call and wakes the queues; only the first time counts. */
  void release() {
    EndOfCallActions actions = atEnd.getAndSet(null);
    if (actions != null) {
      services.runGuarded(
          () -> {
            actions.end(NO_STATUS);
            services.queues().slotReleased(queued());
          });
    }
  }

  private static Map<String, Integer> remarksOf(Decision decision) {
    Map<String, Integer> found = Map.of();
    for (int i = 0; i < decision.quotas(); i++) {
      if (decision.remarks(i) != 0) {
        found = found.isEmpty() ? new HashMap<>() : found;
        found.merge(decision.rule(i).name(), decision.remarks(i), (one, other) -> one | other);
      }
    }
    return found;
  }

  /** Returns the remarks of all claims of a rule. */
  int remarks(Rule rule) {
    int all = remarks.getOrDefault(rule.name(), 0);
    for (int i = 0; queued != null && i < queued.quotas(); i++) {
      all |= queued.rule(i).name().equals(rule.name()) ? queued.remarks(i) : 0;
    }
    return all;
  }

  private IOException tooLong(Decision reserved) {
    Rule rule = reserved.rule(reserved.tightest());
    PacingSettings pacing = rule.pacing();
    long maxWait = pacing == null ? 0 : pacing.waitMicros();
    return OutboundLimitException.tooLong(rule.name(), host, maxWait, reserved.waitMicros());
  }

  /**
   * Returns the rejection of a call that a rule would send too late.
   *
   * @param earliestMicros when the rule would send the call, or {@link WaitQueue#UNKNOWN}
   */
  IOException tooLong(String rule, long earliestMicros, long nowMicros) {
    long wait =
        earliestMicros == WaitQueue.UNKNOWN
            ? Limit.UNKNOWN
            : Math.max(1, earliestMicros - nowMicros - maxWaitMicros);
    return OutboundLimitException.tooLong(rule, host, maxWaitMicros, wait);
  }

  /** Returns the rejection of a call that has waited until its deadline. */
  IOException timedOut(long nowMicros) {
    return OutboundLimitException.timedOut(slowestRule, host, nowMicros - arrivedMicros);
  }
}
