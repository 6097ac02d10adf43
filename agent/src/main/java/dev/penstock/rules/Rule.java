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
 * Quotas, and the calls they are for.
 *
 * @param name as it appears in headers, metrics and logs
 * @param matches the calls it is for: any of these
 * @param quotas what they spend from: all of these, or none; a rule that only learns has none
 * @param cost how many units a call spends
 * @param mode what becomes of a call that is refused, as far as the mode of the file allows
 * @param enforcedPercent for how many of a hundred keys the rule is enforced; the others see it in
 *     shadow
 * @param counted which answers make a call count; null if all do
 * @param answer how a refusal is worded
 * @param pacing how outbound calls are held; null for a rule for those that come in
 * @param candidate what is to take the place of this rule some day, judged beside it until then;
 *     null if there is nothing
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
  /** A rule is enforced for all of its keys unless it says otherwise. */
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

  /** A rule for calls that come in. */
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
   * True if an outbound call is given its turn at once, however long it is then held. Otherwise it
   * is asked about again until it fits: only buckets can tell when that will be.
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
   * The statuses whose answers clear the key of a quota: its own {@code reset-on}, or that of the
   * rule if the key of the quota names an account. Slots of calls in flight are never cleared.
   */
  public List<StatusRange> resetOn(Quota quota) {
    if (quota.anyLimit().periodMicros() == 0) {
      return List.of();
    }
    if (!quota.resetOn().isEmpty()) {
      return quota.resetOn();
    }
    return counted != null && AccountKey.canName(quota.key()) ? counted.resetOn() : List.of();
  }

  /** The same rule, with some of its quotas only. */
  public Rule with(List<Quota> some) {
    return new Rule(
        name, matches, some, cost, mode, enforcedPercent, counted, answer, pacing, candidate);
  }

  /** The same rule with this candidate beside it. */
  public Rule beside(@Nullable Rule newCandidate) {
    return new Rule(
        name, matches, quotas, cost, mode, enforcedPercent, counted, answer, pacing, newCandidate);
  }

  /** True if it does not do for everybody what it, or its candidate, might do some day. */
  public boolean isInShadow() {
    return mode == Mode.SHADOW || candidate != null || enforcedPercent < ALL;
  }

  /** The same rule in another mode. */
  public Rule in(Mode newMode) {
    return new Rule(
        name, matches, quotas, cost, newMode, enforcedPercent, counted, answer, pacing, candidate);
  }

  /** The same rule, enforced for everybody and with nothing beside it. */
  public Rule enforced() {
    return new Rule(name, matches, quotas, cost, Mode.ENFORCE, ALL, counted, answer, pacing);
  }

  /** All that it does, whatever its name: two rules that mean the same read the same. */
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

  /** A rule with one quota and nothing special. */
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
