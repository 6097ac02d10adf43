package dev.penstock.engine;

import dev.penstock.call.Answer;
import dev.penstock.call.Field;
import dev.penstock.call.Refusal;
import java.util.ArrayList;
import java.util.List;

/** Puts a decision into the words of HTTP: header fields on every answer, and the 429. */
public final class Refusals {
  /*
   * Fields: IETF draft-ietf-httpapi-ratelimit-headers-11 (`RateLimit-Policy`, `RateLimit`, RFC 9651
   * syntax, every policy listed) and the older trio that most clients know, which has room for one
   * policy: the tightest. All times are seconds from now, rounded up, so that a client that waits
   * that long is never too early. Body: RFC 9457, type and members as the draft defines them.
   */
  private static final int TOO_MANY_REQUESTS = 429;
  private static final long SECOND_MICROS = 1_000_000;

  private Refusals() {}

  /** Tells an admitted caller what is left. */
  public static void disclose(Decision decision, Answer answer) {
    for (Field field : fields(decision)) {
      answer.field(field.name(), field.value());
    }
  }

  /** The answer to a caller that is turned away. */
  public static Refusal refusal(Decision decision) {
    long retryAfter = seconds(decision.waitMicros());
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("Retry-After", Long.toString(retryAfter)));
    fields.addAll(fields(decision));
    return new Refusal(
        TOO_MANY_REQUESTS, fields, "application/problem+json", problem(decision, retryAfter));
  }

  private static List<Field> fields(Decision decision) {
    StringBuilder policies = new StringBuilder();
    StringBuilder limits = new StringBuilder();
    for (int i = 0; i < decision.rules(); i++) {
      policies.append(i == 0 ? "" : ", ").append(policy(decision, i));
      limits.append(i == 0 ? "" : ", ").append(limit(decision, i));
    }
    int tightest = decision.tightest();
    return List.of(
        new Field("RateLimit-Policy", policies.toString()),
        new Field("RateLimit", limits.toString()),
        new Field("RateLimit-Limit", Long.toString(decision.limit(tightest).permits())),
        new Field("RateLimit-Remaining", Long.toString(decision.remaining(tightest))),
        new Field("RateLimit-Reset", Long.toString(seconds(decision.resetMicros(tightest)))));
  }

  /** Such as {@code "api";q=100;w=60}; a window of less than a second cannot be said there. */
  private static String policy(Decision decision, int rule) {
    long permits = decision.limit(rule).permits();
    long burst = decision.limit(rule).capacity();
    long period = decision.limit(rule).periodMicros();
    return quoted(decision, rule)
        + ";q="
        + permits
        + (period % SECOND_MICROS == 0 ? ";w=" + period / SECOND_MICROS : "")
        + (burst == permits ? "" : ";penstock-burst=" + burst);
  }

  private static String limit(Decision decision, int rule) {
    return quoted(decision, rule)
        + ";r="
        + decision.remaining(rule)
        + ";t="
        + seconds(decision.resetMicros(rule));
  }

  /** Names of rules have no quotes and no backslashes: the parser sees to that. */
  private static String quoted(Decision decision, int rule) {
    return '"' + decision.rule(rule).name() + '"';
  }

  private static String problem(Decision decision, long retryAfter) {
    StringBuilder violated = new StringBuilder();
    for (int i = 0; i < decision.rules(); i++) {
      if (decision.waitMicros(i) > 0) {
        violated.append(violated.length() == 0 ? "" : ",").append(quoted(decision, i));
      }
    }
    return """
        {"type":"https://iana.org/assignments/http-problem-types#quota-exceeded",\
        "title":"Too many requests",\
        "status":%d,\
        "detail":"The limit is reached. Try again in %d %s.",\
        "violated-policies":[%s],\
        "retry_after":%d}
        """
        .formatted(
            TOO_MANY_REQUESTS,
            retryAfter,
            retryAfter == 1 ? "second" : "seconds",
            violated,
            retryAfter);
  }

  private static long seconds(long micros) {
    return micros / SECOND_MICROS + (micros % SECOND_MICROS == 0 ? 0 : 1);
  }
}
