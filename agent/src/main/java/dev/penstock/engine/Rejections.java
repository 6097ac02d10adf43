package dev.penstock.engine;

import dev.penstock.http.Call;
import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.limit.Limit;
import dev.penstock.rules.RejectionStyle;
import dev.penstock.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Creates the responses of rejected requests. */
public final class Rejections {
  private static final int SERVICE_UNAVAILABLE = 503;

  /** Longer waits have no known end. */
  private static final long LONGEST_WAIT = Limit.NEVER - 1;

  private Rejections() {}

  /** The response to a rejected request. */
  public static RejectionResponse response(Decision decision, Call call) {
    if (decision.isShed()) {
      return new RejectionResponse(
          SERVICE_UNAVAILABLE, List.of(), "application/problem+json", RejectionBody.shed());
    }
    RejectionStyle style = rejectingRule(decision).answer();
    List<HeaderField> fields = new ArrayList<>();
    long wait = decision.waitMicros();
    long retryAfter = wait >= LONGEST_WAIT ? 0 : seconds(wait) + jitter(style);
    if (retryAfter > 0) {
      fields.add(new HeaderField("Retry-After", Long.toString(retryAfter)));
    }
    fields.addAll(RateLimitFields.of(decision));
    fields.addAll(CorsFields.fields(style, call));
    return RejectionBody.response(decision, style, fields, retryAfter);
  }

  static Rule rejectingRule(Decision decision) {
    Rule denying = decision.deniedBy();
    return denying == null ? decision.rule(decision.tightest()) : denying;
  }

  /** Only adds time, because a client that retries later than necessary is still admitted. */
  private static long jitter(RejectionStyle style) {
    return style.jitterSeconds() == 0
        ? 0
        : ThreadLocalRandom.current().nextInt(style.jitterSeconds() + 1);
  }

  /** Whole seconds, rounded up, so that a client that waits that long never retries too early. */
  static long seconds(long micros) {
    return micros / 1_000_000 + (micros % 1_000_000 == 0 ? 0 : 1);
  }
}
