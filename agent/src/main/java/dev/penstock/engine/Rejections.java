package dev.penstock.engine;

import dev.penstock.http.Call;
import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.http.WritableResponse;
import dev.penstock.limit.Limit;
import dev.penstock.rules.RejectionStyle;
import dev.penstock.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Puts a decision into the words of HTTP: header fields on every answer, and the refusal. */
public final class Rejections {
  private static final int SERVICE_UNAVAILABLE = 503;

  /** Waits from here on have no end that is known. */
  private static final long LONGEST_WAIT = Limit.NEVER - 1;

  private Rejections() {}

  /** Tells an admitted caller what is left. */
  public static void disclose(Decision decision, WritableResponse answer) {
    RateLimitFields.tell(decision, answer::addHeader);
  }

  /** The same once more, with the quotas that have been added since. */
  public static void discloseAgain(Decision decision, WritableResponse answer) {
    RateLimitFields.tell(decision, answer::replaceHeader);
  }

  /** The answer to a caller that is turned away. */
  public static RejectionResponse refusal(Decision decision, Call call) {
    if (decision.isShed()) {
      return new RejectionResponse(
          SERVICE_UNAVAILABLE, List.of(), "application/problem+json", RejectionBody.shed());
    }
    RejectionStyle style = refusingRule(decision).answer();
    List<HeaderField> fields = new ArrayList<>();
    long wait = decision.waitMicros();
    long retryAfter = wait >= LONGEST_WAIT ? 0 : seconds(wait) + jitter(style);
    if (retryAfter > 0) {
      fields.add(new HeaderField("Retry-After", Long.toString(retryAfter)));
    }
    fields.addAll(RateLimitFields.of(decision));
    fields.addAll(CorsFields.fields(style, call));
    return RejectionBody.refusal(decision, style, fields, retryAfter);
  }

  static Rule refusingRule(Decision decision) {
    Rule denying = decision.deniedBy();
    return denying == null ? decision.rule(decision.tightest()) : denying;
  }

  /** Upward only: a caller that comes back later than it had to is still admitted. */
  private static long jitter(RejectionStyle style) {
    return style.jitterSeconds() == 0
        ? 0
        : ThreadLocalRandom.current().nextInt(style.jitterSeconds() + 1);
  }

  /** Whole seconds, rounded up, so that a client that waits that long is never too early. */
  static long seconds(long micros) {
    return micros / 1_000_000 + (micros % 1_000_000 == 0 ? 0 : 1);
  }
}
