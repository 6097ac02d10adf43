package dev.penstock.rules;

import dev.penstock.limit.Limit;
import dev.penstock.rules.key.AccountKey;
import dev.penstock.rules.key.KeySource;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.StatusRange;
import dev.penstock.store.redis.client.FailurePolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One rule: limits, and the calls that they apply to.
 *
 * @param name the name in headers, metrics and logs
 * @param matches the calls that the rule applies to: those that meet any of these
 * @param quotas the limits; a call spends from all of them, or from none if one rejects it. Empty
 *     for an outbound rule that only learns
 * @param cost the units that a call spends
 * @param mode how rejections are applied; the mode of the file can make it milder
 * @param enforcedPercent the percentage of keys for which the rule is enforced; it is in shadow
 *     mode for the others
 * @param counted the responses that make a call count; null if all do
 * @param answer the format of rejection responses
 * @param pacing how outbound calls are held; null for an inbound rule
 * @param candidate the rule that may replace this one; it is evaluated for comparison only. Null if
 *     there is none
 */
public record Rule(
    String name,
    List<Match> matches,
    List<Quota> quotas,
    long cost,
    Mode mode,
    int enforcedPercent,
    @Nullable CountedResponses counted,
    RejectionStyle answer,
    @Nullable PacingSettings pacing,
    @Nullable Rule candidate) {
  /** The default of {@link #enforcedPercent}. */
  public static final int ALL = 100;

  public Rule {
    matches = List.copyOf(matches);
    quotas = List.copyOf(quotas);
  }

  /** A rule without a candidate. */
  public Rule(
      String name,
      List<Match> matches,
      List<Quota> quotas,
      long cost,
      Mode mode,
      int enforcedPercent,
      @Nullable CountedResponses counted,
      RejectionStyle answer,
      @Nullable PacingSettings pacing) {
    this(
        name,
        matches,
        quotas,
        cost,
        mode,
        enforcedPercent,
        counted,
        answer,
        pacing,
        /* candidate= */ null);
  }

  /** An inbound rule without a candidate. */
  public Rule(
      String name,
      List<Match> matches,
      List<Quota> quotas,
      long cost,
      Mode mode,
      int enforcedPercent,
      @Nullable CountedResponses counted,
      RejectionStyle answer) {
    this(name, matches, quotas, cost, mode, enforcedPercent, counted, answer, /* pacing= */ null);
  }

  /**
   * True if an outbound call reserves its turn at once, however long it is then held. Only token
   * buckets can do that. With other limits the call is checked again until it fits.
   */
  public boolean reserves() {
    if (pacing == null || quotas.isEmpty()) {
      return false;
    }
    for (Quota quota : quotas) {
      if (!quota.reserves()) {
        return false;
      }
    }
    return true;
  }

  /**
   * The response statuses that clear the key of a quota: those of its own {@code reset-on}, or
   * those of the rule if the key of the quota names an account. Concurrency slots are never
   * cleared.
   */
  public List<StatusRange> resetOn(Quota quota) {
    if (quota.defaultLimit().periodMicros() == 0) {
      return List.of();
    }
    if (!quota.resetOn().isEmpty()) {
      return quota.resetOn();
    }
    return counted != null && AccountKey.canName(quota.key()) ? counted.resetOn() : List.of();
  }

  /** Returns a copy with these quotas. */
  public Rule with(List<Quota> some) {
    return new Rule(
        name, matches, some, cost, mode, enforcedPercent, counted, answer, pacing, candidate);
  }

  /** Returns a copy with this candidate. */
  public Rule withCandidate(@Nullable Rule newCandidate) {
    return new Rule(
        name, matches, quotas, cost, mode, enforcedPercent, counted, answer, pacing, newCandidate);
  }

  /** True if the rule, or a candidate of it, is in shadow mode for some or all keys. */
  public boolean isInShadow() {
    return mode == Mode.SHADOW || candidate != null || enforcedPercent < ALL;
  }

  /** Returns a copy with another mode. */
  public Rule withMode(Mode newMode) {
    return new Rule(
        name, matches, quotas, cost, newMode, enforcedPercent, counted, answer, pacing, candidate);
  }

  /** Returns a copy that is enforced for all keys and has no candidate. */
  public Rule enforced() {
    return new Rule(name, matches, quotas, cost, Mode.ENFORCE, ALL, counted, answer, pacing);
  }

  /** Describes the behavior of the rule, without its name. Equal texts mean equal behavior. */
  public String meaning() {
    StringBuilder meaning = new StringBuilder();
    for (Quota quota : quotas) {
      meaning.append(quota.key()).append(quota.onMissingKey()).append(quota.limits()).append(' ');
      meaning.append(quota.onOutage() == FailurePolicy.LOCAL ? "" : quota.onOutage() + " ");
      meaning.append(quota.queue() == Quota.SHARED_QUEUE ? "" : "queue " + quota.queue() + " ");
      meaning.append(quota.resetOn().isEmpty() ? "" : quota.resetOn() + " ");
    }
    for (Match match : matches) {
      meaning.append(match).append(" at ").append(match.cost()).append(' ');
    }
    meaning.append(cost).append(mode).append(enforcedPercent).append(counted).append(pacing);
    return candidate == null ? meaning.toString() : meaning + " beside " + candidate.meaning();
  }

  /** A rule with one quota and defaults for everything else. */
  public static Rule of(String name, List<Match> matches, KeySource key, Limit limit, String rate) {
    return new Rule(
        name,
        matches,
        List.of(Quota.of(name, key, limit, rate)),
        /* cost= */ 1,
        Mode.ENFORCE,
        /* enforcedPercent= */ ALL,
        /* counted= */ null,
        RejectionStyle.DEFAULT);
  }
}
