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

/** Recognizes CORS preflight requests and creates the rule that limits them. */
public final class PreflightLimit {
  /*
   * If a preflight is rejected, the browser does not send the actual request, and the script cannot
   * see the 429. So ordinary rules do not apply to preflights. But any client can send one, and a
   * handler that ignores the method processes it like any other request. Hence preflights have a
   * limit of their own, which is generous because many browsers can share one address.
   */

  /** The name of the setting, and of the limit in metrics and logs. */
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
   * The limit of preflights as a rule, by client address. Scripts cannot read the response to a
   * preflight, so it carries no RateLimit fields.
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
    return new Rule(
        NAME,
        List.of(anyPreflight()),
        List.of(quota),
        /* cost= */ 1,
        Mode.ENFORCE,
        Rule.ALL,
        /* counted= */ null,
        answer.undisclosed());
  }

  private static Match anyPreflight() {
    return new Match(
        List.of("OPTIONS"),
        PathPattern.parse("/**"),
        List.of(
            new MatchCondition(RequestPart.HEADER, ORIGIN, /* value= */ null),
            new MatchCondition(RequestPart.HEADER, REQUEST_METHOD, /* value= */ null)),
        /* except= */ List.of(),
        /* cost= */ 0);
  }
}
