package dev.penstock.rule;

import dev.penstock.call.Call;
import dev.penstock.key.ClientIp;
import dev.penstock.key.Part;
import dev.penstock.limit.Limit;
import dev.penstock.redis.OnOutage;
import java.util.List;
import java.util.Map;

/** CORS preflights: how to recognize one, and the limit that they have of their own. */
public final class Preflights {
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

  private Preflights() {}

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
  public static Rule rule(Limit limit, String rate, AnswerStyle answer) {
    Quota quota =
        new Quota(
            NAME,
            ClientIp.INSTANCE,
            MissingKey.IP,
            Map.of(Quota.ANY_PLAN, limit),
            rate,
            OnOutage.LOCAL,
            /* algorithm= */ "sliding-window",
            Quota.SHARED_QUEUE,
            /* resetOn= */ List.of());
    Match match =
        new Match(
            List.of("OPTIONS"),
            PathPattern.parse("/**"),
            List.of(
                new Condition(Part.HEADER, ORIGIN, /* value= */ null),
                new Condition(Part.HEADER, REQUEST_METHOD, /* value= */ null)),
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
