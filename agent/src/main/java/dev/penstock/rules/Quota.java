package dev.penstock.rules;

import dev.penstock.limit.Limit;
import dev.penstock.limit.TokenBucket;
import dev.penstock.rules.key.KeySource;
import dev.penstock.rules.match.StatusRange;
import dev.penstock.store.redis.client.FailurePolicy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One limit of a rule: how much each key may spend.
 *
 * @param name the name in header fields: the rule's name, with a number if the rule has several
 *     limits
 * @param key identifies the budget that a call spends from
 * @param onMissingKey how to handle a call that does not carry the key
 * @param limits the limit of each plan, the default plan first; {@link #ANY_PLAN} if there is one
 *     for all
 * @param rate the rate as it is written in the file
 * @param onOutage how calls are handled while Redis is unavailable
 * @param algorithm the name of the algorithm in the file; empty if the quota is not from a file
 * @param queue the most inbound requests that it holds at once; {@link #SHARED_QUEUE} if it shares
 *     the queue of all limits without one
 * @param resetOn a response with one of these statuses clears the key; empty if the limit has no
 *     {@code reset-on} of its own
 */
public record Quota(
    String name,
    KeySource key,
    MissingKeyPolicy onMissingKey,
    Map<String, Limit> limits,
    String rate,
    FailurePolicy onOutage,
    String algorithm,
    int queue,
    List<StatusRange> resetOn) {
  /** The plan in {@link #limits} of a quota that does not depend on plans. */
  public static final String ANY_PLAN = "";

  /** The value of {@link #queue} for a quota without a queue of its own. */
  public static final int SHARED_QUEUE = 0;

  /** The most server threads that all quotas without a queue of their own hold together. */
  public static final int MAX_ON_THREADS = 10;

  /** The most held calls of event loops for these quotas; such calls take memory, but no thread. */
  public static final int MAX_WITHOUT_THREAD = 1_000;

  public Quota {
    limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
    resetOn = List.copyOf(resetOn);
  }

  /** A quota that is not from a file. */
  public Quota(
      String name,
      KeySource key,
      MissingKeyPolicy onMissingKey,
      Map<String, Limit> limits,
      String rate) {
    this(
        name,
        key,
        onMissingKey,
        limits,
        rate,
        FailurePolicy.LOCAL,
        /* algorithm= */ "",
        SHARED_QUEUE,
        /* resetOn= */ List.of());
  }

  /** A quota with one limit for all plans. */
  public static Quota of(String name, KeySource key, Limit limit, String rate) {
    return new Quota(name, key, MissingKeyPolicy.IP, Map.of(ANY_PLAN, limit), rate);
  }

  /** The limit of the default plan, for clients whose plan has no limit here. */
  public Limit defaultLimit() {
    return limits.values().iterator().next();
  }

  /** True if the limits of all plans can reserve a turn ahead of time. */
  public boolean reserves() {
    for (Limit limit : limits.values()) {
      if (!(limit instanceof TokenBucket)) {
        return false;
      }
    }
    return true;
  }

  /** True if the limit of some plan can hold calls until their turn. */
  public boolean holdsCalls() {
    for (Limit limit : limits.values()) {
      if (limit instanceof TokenBucket bucket && bucket.patienceMicros() > 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns a copy that never reserves a turn ahead of time. */
  public Quota withoutPatience() {
    Map<String, Limit> impatient = new LinkedHashMap<>(limits);
    impatient.replaceAll(
        (plan, limit) -> limit instanceof TokenBucket bucket ? bucket.withoutPatience() : limit);
    return new Quota(name, key, onMissingKey, impatient, rate, onOutage, algorithm, queue, resetOn);
  }

  @Override
  public String toString() {
    return rate + " by " + key;
  }
}
