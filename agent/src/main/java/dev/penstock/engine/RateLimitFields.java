package dev.penstock.engine;

import dev.penstock.call.Field;
import dev.penstock.limit.Limit;
import dev.penstock.rule.AnswerStyle.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The header fields that tell a caller what is left. */
final class RateLimitFields {
  /*
   * IETF draft-ietf-httpapi-ratelimit-headers-11 (`RateLimit-Policy`, `RateLimit`, RFC 9651 syntax,
   * every policy listed) and two older trios that most clients know, which have room for one policy:
   * the tightest. Times are seconds from now, rounded up, but for the X- trio, which counts from
   * 1970. A rule that discloses nothing is left out.
   */
  private static final long SECOND_MICROS = 1_000_000;

  private RateLimitFields() {}

  static List<Field> of(Decision decision) {
    List<Field> fields = new ArrayList<>(5);
    int shown = tightestShown(decision);
    if (shown < 0) {
      return fields;
    }
    Set<Dialect> dialects = decision.rule(shown).answer().fields();
    if (dialects.contains(Dialect.IETF)) {
      addIetf(decision, fields);
    }
    String limit = Long.toString(decision.limit(shown).permits());
    String remaining = Long.toString(decision.remaining(shown));
    long reset = decision.resetMicros(shown);
    if (dialects.contains(Dialect.LEGACY)) {
      fields.add(new Field("RateLimit-Limit", limit));
      fields.add(new Field("RateLimit-Remaining", remaining));
      fields.add(new Field("RateLimit-Reset", Long.toString(Refusals.seconds(reset))));
    }
    if (dialects.contains(Dialect.X)) {
      long instant = Refusals.seconds(decision.madeAtMicros() + reset);
      fields.add(new Field("X-RateLimit-Limit", limit));
      fields.add(new Field("X-RateLimit-Remaining", remaining));
      fields.add(new Field("X-RateLimit-Reset", Long.toString(instant)));
      fields.add(new Field("X-RateLimit-Bucket", decision.name(shown)));
    }
    return fields;
  }

  /** The tightest quota whose rule discloses numbers, or -1. */
  private static int tightestShown(Decision decision) {
    if (decision.quotas() == 0) {
      return -1;
    }
    int tightest = decision.tightest();
    if (decision.rule(tightest).answer().disclose()) {
      return tightest;
    }
    for (int i = 0; i < decision.quotas(); i++) {
      if (decision.rule(i).answer().disclose()) {
        return i;
      }
    }
    return -1;
  }

  private static void addIetf(Decision decision, List<Field> fields) {
    StringBuilder policies = new StringBuilder();
    StringBuilder limits = new StringBuilder();
    for (int i = 0; i < decision.quotas(); i++) {
      if (decision.rule(i).answer().disclose()) {
        policies.append(policies.length() == 0 ? "" : ", ").append(policy(decision, i));
        limits.append(limits.length() == 0 ? "" : ", ").append(limit(decision, i));
      }
    }
    fields.add(new Field("RateLimit-Policy", policies.toString()));
    fields.add(new Field("RateLimit", limits.toString()));
  }

  /** Such as {@code "api";q=100;w=60}; a window of less than a second cannot be said there. */
  private static String policy(Decision decision, int quota) {
    Limit limit = decision.limit(quota);
    String policy = quoted(decision, quota) + ";q=" + limit.permits();
    if (limit.periodMicros() == 0) {
      return policy + ";qu=\"concurrent-requests\"";
    }
    return policy
        + (limit.periodMicros() % SECOND_MICROS == 0
            ? ";w=" + limit.periodMicros() / SECOND_MICROS
            : "")
        + (limit.capacity() == limit.permits() ? "" : ";penstock-burst=" + limit.capacity());
  }

  private static String limit(Decision decision, int quota) {
    String left = quoted(decision, quota) + ";r=" + decision.remaining(quota);
    return decision.limit(quota).periodMicros() == 0
        ? left
        : left + ";t=" + Refusals.seconds(decision.resetMicros(quota));
  }

  /** Names of rules have no quotes and no backslashes: the parser sees to that. */
  static String quoted(Decision decision, int quota) {
    return '"' + decision.name(quota) + '"';
  }
}
