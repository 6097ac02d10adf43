package dev.penstock.outbound;

import dev.penstock.engine.Decision;
import dev.penstock.http.OutboundResponse;
import dev.penstock.limit.Limit;
import dev.penstock.log.AgentLog;
import dev.penstock.outbound.learn.LearnedTurn;
import dev.penstock.outbound.queue.WaitQueue;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Rule;
import dev.penstock.store.Receipt;
import dev.penstock.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All that one call has to heed on its way out, and what it has reserved there. */
public final class CallReservations {
  private final String host;
  private final List<Rule> rules;
  private final long arrivedMicros;
  private final long patienceMicros;
  private final Store store;
  private final AgentLog log;
  private final Decision wanted;
  private final List<LearnedTurn> learned = new ArrayList<>();
  private List<Receipt> reserved = List.of();

  /** By rule, what was unusual about the turns that were reserved; mostly nothing. */
  private volatile Map<String, Integer> remarks = Map.of();

  private long reservedMicros;
  private boolean givenUp;

  /** The rule that holds it, as far as is known. */
  private volatile String slowest;

  /**
   * @param rules those in force for the call, at least one
   * @param wanted what has to be asked for when the call is about to start
   */
  CallReservations(
      String host,
      List<Rule> rules,
      Decision wanted,
      long arrivedMicros,
      Store store,
      AgentLog log) {
    this.host = host;
    this.rules = rules;
    this.wanted = wanted;
    this.arrivedMicros = arrivedMicros;
    patienceMicros = shortestWait(rules);
    this.store = store;
    this.log = log;
    slowest = rules.get(0).name();
  }

  public String host() {
    return host;
  }

  public List<Rule> rules() {
    return rules;
  }

  public Decision wanted() {
    return wanted;
  }

  /** True if there is something that cannot be reserved. */
  boolean asks() {
    return wanted.quotas() > 0;
  }

  private static long shortestWait(List<Rule> rules) {
    long shortest = Long.MAX_VALUE;
    for (Rule rule : rules) {
      PacingSettings pacing = rule.pacing();
      shortest = Math.min(shortest, pacing == null ? 0 : pacing.waitMicros());
    }
    return shortest;
  }

  long arrivedMicros() {
    return arrivedMicros;
  }

  /** The longest that all of its rules would hold it. */
  public long patienceMicros() {
    return patienceMicros;
  }

  long deadlineMicros() {
    return arrivedMicros + patienceMicros;
  }

  /**
   * Has reserved a turn in its buckets.
   *
   * @param nowMicros when the store's answer was there; the store's own clock may be another one
   */
  void reserve(Decision granted, long nowMicros) {
    reservedMicros = nowMicros + granted.delayMicros();
    if (granted.quotas() > 0) {
      slowest = granted.rule(granted.slowest()).name();
    }
    remarks = remarksOf(granted);
    synchronized (this) {
      reserved = granted.receipts();
      if (!givenUp) {
        return;
      }
    }
    // Whoever has given up meanwhile did not see it.
    giveUp();
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

  /** What was unusual about how a rule has let it go. */
  int remarks(Rule rule) {
    int all = remarks.getOrDefault(rule.name(), 0);
    return all | remarksOf(wanted).getOrDefault(rule.name(), 0);
  }

  /** Has asked for something that this rule does not grant now. */
  public void refusedBy(Rule rule) {
    slowest = rule.name();
  }

  /** When the turn is that it has reserved. */
  long reservedMicros() {
    return reservedMicros;
  }

  /** Has taken a turn at a pace that was learned. */
  void add(LearnedTurn turn) {
    synchronized (this) {
      learned.add(turn);
      if (!givenUp) {
        return;
      }
    }
    turn.giveUp();
  }

  /** When its turns are by now, those that are reserved and those that were learned. */
  public long turnMicros(long nowMicros) {
    long turn = reservedMicros;
    for (int i = 0; i < learned.size(); i++) {
      turn = Math.max(turn, learned.get(i).dueMicros(nowMicros));
    }
    return turn;
  }

  /** Leaves all that it has reserved to others. */
  void giveUp() {
    List<Receipt> receipts;
    List<LearnedTurn> turns;
    synchronized (this) {
      receipts = reserved;
      turns = givenUp ? List.of() : List.copyOf(learned);
      reserved = List.of();
      givenUp = true;
    }
    for (Receipt receipt : receipts) {
      store.cancel(receipt);
    }
    for (LearnedTurn turn : turns) {
      turn.giveUp();
    }
  }

  /** Heeds what the answer says. */
  void learn(OutboundResponse answer, long nowMicros) {
    for (LearnedTurn turn : learned) {
      String unreadable = turn.learn(answer, nowMicros).unreadable();
      if (unreadable != null) {
        log.repeated(
            "learn " + unreadable,
            "an answer of " + host + " has a field " + unreadable + " that makes no sense",
            /* error= */ null);
      }
    }
  }

  /** The rule that holds the call, as far as is known. */
  String slowest() {
    return slowest;
  }

  IOException tooLong(long earliestMicros, long nowMicros) {
    return tooLong(slowest, earliestMicros, nowMicros);
  }

  /** The host has taught the rule to let the next call go only then. */
  IOException paused(Rule rule, long earliestMicros, long nowMicros) {
    return tooLong(rule.name(), earliestMicros, nowMicros);
  }

  private IOException tooLong(String rule, long earliestMicros, long nowMicros) {
    long wait =
        earliestMicros == WaitQueue.UNKNOWN
            ? Limit.UNKNOWN
            : Math.max(1, earliestMicros - nowMicros - patienceMicros);
    return OutboundLimitException.tooLong(rule, host, patienceMicros, wait);
  }

  IOException outOfTime(long nowMicros) {
    return OutboundLimitException.outOfTime(slowest, host, nowMicros - arrivedMicros);
  }

  @Override
  public String toString() {
    return "rule `" + slowest + "`, on the way to " + host;
  }
}
