package dev.penstock.rules;

import dev.penstock.http.Call;
import dev.penstock.limit.Limit;
import dev.penstock.rules.key.ClientIpKey;
import dev.penstock.rules.key.RequestPart;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.MatchCondition;
import dev.penstock.rules.match.PathPattern;
import dev.penstock.store.redis.client.FailurePolicy;
import java.util.List;
import java.util.Map;

/** CORS preflights: how to recognize one, and the limit that they have of their own. */
public final class PreflightLimit {
  /*
   * A browser that may not ask whether a script may call another site never sends the call, and the
   * script sees no 429 either. So ordinary rules leave preflights alone. But anybody can send one,
   * and a handler that ignores the method answers it like any request: hence a limit of their own,
   * generous because many browsers can share one address.
   */

  /** The name of the setting, and of its limit in metrics and logs. */
  public static final String NAME = "preflights";

  private static final String ORIGIN = "Origin";
  private static final String REQUEST_METHOD = "Access-Control-Request-Method";

  private PreflightLimit() {}

  /**
   * True if a browser may have sent the request as a preflight. Browsers send neither a body nor
   * credentials with one (Fetch standard, "CORS-preflight fetch").
   */
  public static boolean isPreflight(Call call) {
    return call.method().equals("OPTIONS")
        && call.header(ORIGIN) != null
        && call.header(REQUEST_METHOD) != null
        && call.header("Cookie") == null
        && call.header("Authorization") == null
        && !hasBody(call);
  }

  private static boolean hasBody(Call call) {
    String length = call.header("Content-Length");
    return call.header("Transfer-Encoding") != null
        || (length != null && !length.trim().equals("0"));
  }

  /**
   * The limit of preflights as a rule, by client address. The answer to a preflight is not for
   * scripts to read, so it carries no RateLimit fields.
   */
  public static Rule rule(Limit limit, String rate, RejectionStyle answer) {
    Quota quota =
        new Quota(
            NAME,
            ClientIpKey.INSTANCE,
            MissingKeyPolicy.IP,
            Map.of(Quota.ANY_PLAN, limit),
            rate,
            FailurePolicy.LOCAL,
            /* algorithm= */ "sliding-window",
            Quota.SHARED_QUEUE,
            /* resetOn= */ List.of());
    Match match =
        new Match(
            List.of("OPTIONS"),
            PathPattern.parse("/**"),
            List.of(
                new MatchCondition(RequestPart.HEADER, ORIGIN, /* value= */ null),
                new MatchCondition(RequestPart.HEADER, REQUEST_METHOD, /* value= */ null)),
            /* except= */ List.of(),
            /* cost= */ 0);
    return new Rule(
        NAME,
        List.of(match),
        List.of(quota),
        /* cost= */ 1,
        Mode.ENFORCE,
        Rule.ALL,
        /* counted= */ null,
        answer.undisclosed());
  }
}
