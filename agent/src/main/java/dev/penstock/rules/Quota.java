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
 * A budget per key: how much, and whose.
 *
 * @param name as it appears in header fields: the rule's, with a number if the rule has several
 * @param key whose budget is spent
 * @param onMissingKey what becomes of a call that does not carry the key
 * @param limits how much, by plan; {@link #ANY_PLAN} if it is the same for all
 * @param rate how much, as it is written in the file
 * @param onOutage what becomes of calls while the Redis that counts them does not answer
 * @param algorithm the name that the file has for how it is counted; empty if none has read it
 * @param queue how many inbound requests it holds at once; {@link #SHARED_QUEUE} if it shares the
 *     queue of all limits that do not say
 * @param resetOn an answer with one of these statuses clears the key; empty if the limit has no
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
  /** The plan of a quota that does not ask for one. */
  public static final String ANY_PLAN = "";

  /** The queue of a quota that has none of its own. */
  public static final int SHARED_QUEUE = 0;

  /** How many server threads the quotas without a queue of their own hold together. */
  public static final int MOST_ON_THREADS = 10;

  /** The same for calls of event loops, which take memory while they wait, but no thread. */
  public static final int MOST_WITHOUT_THREAD = 1_000;

  public Quota {
    limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
    resetOn = List.copyOf(resetOn);
  }

  /** A quota that does not come from a file. */
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

  /** A quota that is the same for every plan. */
  public static Quota of(String name, KeySource key, Limit limit, String rate) {
    return new Quota(name, key, MissingKeyPolicy.IP, Map.of(ANY_PLAN, limit), rate);
  }

  /** The limit of those who have no plan of their own here. */
  public Limit anyLimit() {
    return limits.values().iterator().next();
  }

  /** True if a call can take its turn ahead of time, whatever the plan. */
  public boolean reserves() {
    for (Limit limit : limits.values()) {
      if (!(limit instanceof TokenBucket)) {
        return false;
      }
    }
    return true;
  }

  /** True if a call may have to be held until its turn, for some plan. */
  public boolean holdsCalls() {
    for (Limit limit : limits.values()) {
      if (limit instanceof TokenBucket bucket && bucket.patienceMicros() > 0) {
        return true;
      }
    }
    return false;
  }

  /** The same quota, of which nothing is spent ahead of time. */
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
