package dev.penstock.engine;

import dev.penstock.http.HeaderField;
import dev.penstock.rules.RejectionStyle.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** The header fields that tell a caller what is left. */
final class RateLimitFields {
  /*
   * IETF draft-ietf-httpapi-ratelimit-headers-11 (`RateLimit-Policy`, `RateLimit`, RFC 9651 syntax,
   * every policy listed) and two older trios that most clients know, which have room for one policy:
   * the tightest. Times are seconds from now, rounded up, but for the X- trio, which counts from
   * 1970. A rule that discloses nothing is left out.
   */
  private RateLimitFields() {}

  /** As a list, for a refusal. */
  static List<HeaderField> of(Decision decision) {
    List<HeaderField> fields = new ArrayList<>(5);
    tell(decision, (name, value) -> fields.add(new HeaderField(name, value)));
    return fields;
  }

  /** One by one: every admitted call comes by here, so nothing is made that need not be. */
  static void tell(Decision decision, BiConsumer<String, String> answer) {
    int shown = tightestShown(decision);
    if (shown < 0) {
      return;
    }
    Set<Dialect> dialects = decision.rule(shown).answer().fields();
    long reset = decision.resetMicros(shown);
    if (dialects.contains(Dialect.IETF)) {
      tellIetf(decision, answer);
    }
    if (dialects.contains(Dialect.LEGACY)) {
      answer.accept("RateLimit-Limit", decision.policy(shown).permits());
      answer.accept("RateLimit-Remaining", Long.toString(decision.remaining(shown)));
      answer.accept("RateLimit-Reset", Long.toString(Rejections.seconds(reset)));
    }
    if (dialects.contains(Dialect.X)) {
      long instant = Rejections.seconds(decision.decidedAtMicros() + reset);
      answer.accept("X-RateLimit-Limit", decision.policy(shown).permits());
      answer.accept("X-RateLimit-Remaining", Long.toString(decision.remaining(shown)));
      answer.accept("X-RateLimit-Reset", Long.toString(instant));
      answer.accept("X-RateLimit-Bucket", decision.name(shown));
    }
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

  private static void tellIetf(Decision decision, BiConsumer<String, String> answer) {
    if (decision.quotas() == 1) {
      answer.accept("RateLimit-Policy", decision.policy(0).text());
      answer.accept("RateLimit", limit(new StringBuilder(48), decision, 0).toString());
      return;
    }
    StringBuilder policies = new StringBuilder(96);
    StringBuilder limits = new StringBuilder(96);
    for (int i = 0; i < decision.quotas(); i++) {
      if (decision.rule(i).answer().disclose()) {
        policies.append(policies.length() == 0 ? "" : ", ").append(decision.policy(i).text());
        limit(limits.append(limits.length() == 0 ? "" : ", "), decision, i);
      }
    }
    answer.accept("RateLimit-Policy", policies.toString());
    answer.accept("RateLimit", limits.toString());
  }

  private static StringBuilder limit(StringBuilder text, Decision decision, int quota) {
    text.append(decision.policy(quota).quotedName());
    text.append(";r=").append(decision.remaining(quota));
    if (decision.limit(quota).periodMicros() != 0) {
      text.append(";t=").append(Rejections.seconds(decision.resetMicros(quota)));
    }
    return text;
  }
}
