package dev.penstock.engine;

import dev.penstock.http.HeaderField;
import dev.penstock.rules.RejectionStyle.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** The header fields that report to a client how much of its quotas is left. */
public final class RateLimitFields {
  /*
   * IETF draft-ietf-httpapi-ratelimit-headers-11 (`RateLimit-Policy`, `RateLimit`, RFC 9651 syntax,
   * every policy listed) and two older groups of three that most clients know. Those have room for
   * one policy: the tightest. Times are seconds from now, rounded up; the X- group counts from 1970.
   * A rule that discloses nothing is left out.
   */
  private RateLimitFields() {}

  /** The fields as a list, for a rejection. */
  static List<HeaderField> of(Decision decision) {
    List<HeaderField> fields = new ArrayList<>(5);
    write(decision, (name, value) -> fields.add(new HeaderField(name, value)));
    return fields;
  }

  /** Writes the fields one by one. Every admitted request needs this, so it allocates little. */
  public static void write(Decision decision, BiConsumer<String, String> response) {
    int shown = tightestShown(decision);
    if (shown < 0) {
      return;
    }
    Set<Dialect> dialects = decision.rule(shown).answer().fields();
    long reset = decision.resetMicros(shown);
    if (dialects.contains(Dialect.IETF)) {
      writeIetf(decision, response);
    }
    if (dialects.contains(Dialect.LEGACY)) {
      response.accept("RateLimit-Limit", decision.policy(shown).permits());
      response.accept("RateLimit-Remaining", Long.toString(decision.remaining(shown)));
      response.accept("RateLimit-Reset", Long.toString(Rejections.seconds(reset)));
    }
    if (dialects.contains(Dialect.X)) {
      long instant = Rejections.seconds(decision.decidedAtMicros() + reset);
      response.accept("X-RateLimit-Limit", decision.policy(shown).permits());
      response.accept("X-RateLimit-Remaining", Long.toString(decision.remaining(shown)));
      response.accept("X-RateLimit-Reset", Long.toString(instant));
      response.accept("X-RateLimit-Bucket", decision.name(shown));
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

  private static void writeIetf(Decision decision, BiConsumer<String, String> response) {
    if (decision.quotas() == 1) {
      response.accept("RateLimit-Policy", decision.policy(0).text());
      response.accept("RateLimit", limit(new StringBuilder(48), decision, 0).toString());
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
    response.accept("RateLimit-Policy", policies.toString());
    response.accept("RateLimit", limits.toString());
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
