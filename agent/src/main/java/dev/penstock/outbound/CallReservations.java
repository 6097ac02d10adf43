package dev.penstock.outbound;

import dev.penstock.engine.Decision;
import dev.penstock.http.OutboundResponse;
import dev.penstock.limit.Limit;
import dev.penstock.outbound.learn.LearnedTurn;
import dev.penstock.outbound.queue.WaitQueue;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Rule;
import dev.penstock.store.Receipt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rules of one outbound call, and the turns that it has reserved under them. */
public final class CallReservations {
  private final PacingServices services;
  private final String host;
  private final List<Rule> rules;
  private final long arrivedMicros;
  private final long maxWaitMicros;
  private final Decision queued;
  private final List<LearnedTurn> learnedTurns = new ArrayList<>();
  private List<Receipt> receipts = List.of();

  /** The remarks of a claim, by rule; usually empty. */
  private volatile Map<String, Integer> remarks = Map.of();

  private long reservedMicros;
  private boolean cancelled;

  /** The rule that delays the call longest, as far as it is known. */
  private volatile String slowestRule;

  /**
   * @param rules the rules in force for the call, at least one
   * @param queued the claims of the limits that can be charged only when the call is about to start
   */
  CallReservations(PacingServices services, String host, List<Rule> rules, Decision queued) {
    this.services = services;
    this.host = host;
    this.rules = rules;
    this.queued = queued;
    arrivedMicros = services.nowMicros();
    maxWaitMicros = shortestWaitMicros(rules);
    slowestRule = rules.get(0).name();
  }

  private static long shortestWaitMicros(List<Rule> rules) {
    long shortest = Long.MAX_VALUE;
    for (Rule rule : rules) {
      PacingSettings pacing = rule.pacing();
      shortest = Math.min(shortest, pacing == null ? 0 : pacing.waitMicros());
    }
    return shortest;
  }

  public String host() {
    return host;
  }

  public List<Rule> rules() {
    return rules;
  }

  /** Returns the claims of the limits that cannot reserve a turn. */
  public Decision queued() {
    return queued;
  }

  /** True if a limit of the call cannot reserve a turn. */
  boolean usesQueues() {
    return queued.quotas() > 0;
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

  /**
   * Records the turn that the store has reserved.
   *
   * @param nowMicros the time when the store replied, by the clock of this JVM; the clock of the
   *     store may differ
   */
  void reserve(Decision reserved, long nowMicros) {
    reservedMicros = nowMicros + reserved.delayMicros();
    if (reserved.quotas() > 0) {
      slowestRule = reserved.rule(reserved.slowest()).name();
    }
    remarks = remarksOf(reserved);
    synchronized (this) {
      receipts = reserved.receipts();
      if (!cancelled) {
        return;
      }
    }
    // The thread that cancelled the call meanwhile did not see these receipts.
    cancel();
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
    return all | remarksOf(queued).getOrDefault(rule.name(), 0);
  }

  /** Records that a queued limit of this rule does not admit the call now. */
  public void rejectedBy(Rule rule) {
    slowestRule = rule.name();
  }

  /** Returns the turn that the store has reserved. */
  long reservedMicros() {
    return reservedMicros;
  }

  /** Adds a turn at a learned pace. */
  void add(LearnedTurn turn) {
    synchronized (this) {
      learnedTurns.add(turn);
      if (!cancelled) {
        return;
      }
    }
    turn.cancel();
  }

  /** Returns the latest of all reserved turns; responses may have postponed learned turns. */
  public long turnMicros(long nowMicros) {
    long turn = reservedMicros;
    for (int i = 0; i < learnedTurns.size(); i++) {
      turn = Math.max(turn, learnedTurns.get(i).dueMicros(nowMicros));
    }
    return turn;
  }

  /** Returns all turns to the store and to the learned paces, for other calls. */
  void cancel() {
    List<Receipt> reserved;
    List<LearnedTurn> turns;
    synchronized (this) {
      reserved = receipts;
      turns = cancelled ? List.of() : List.copyOf(learnedTurns);
      receipts = List.of();
      cancelled = true;
    }
    for (Receipt receipt : reserved) {
      services.store().cancel(receipt);
    }
    for (LearnedTurn turn : turns) {
      turn.cancel();
    }
  }

  /** Updates the learned paces from the headers of a response. */
  void learnFrom(OutboundResponse response, long nowMicros) {
    for (LearnedTurn turn : learnedTurns) {
      String unreadable = turn.learnFrom(response, nowMicros).unreadable();
      if (unreadable != null) {
        services
            .log()
            .repeated(
                "learn " + unreadable,
                "a response from "
                    + host
                    + " has an unreadable header "
                    + unreadable
                    + "; Penstock ignores the header",
                /* error= */ null);
      }
    }
  }

  /** Returns the rule that delays the call longest, as far as it is known. */
  String slowestRule() {
    return slowestRule;
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
