package dev.penstock.it.shadow;

import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The decision about one request, as far as a client can see it.
 *
 * @param rule the tightest rule; {@code "null"} if no rule matches the request
 * @param remaining the remaining budget of the rule; {@code "null"} if it is unknown
 * @param retryAfterSeconds {@code "null"} if no wait helps, 0 if none is needed
 */
record ObservedDecision(boolean admitted, String rule, String remaining, String retryAfterSeconds) {
  private static final String NONE = "null";
  private static final int TOO_MANY = 429;

  /** One of several quotas is named by its rule and its number. */
  private static final Pattern BUCKET = Pattern.compile("(.+?)(-\\d+)?");

  /** A simulated decision, with the wait in whole seconds. */
  static ObservedDecision ofSimulation(SimulationResult.Side side) {
    return new ObservedDecision(
        side.admitted(), side.rule(), side.remaining(), seconds(side.retryMillis()));
  }

  private static String seconds(String millis) {
    return millis.equals(NONE) ? NONE : Long.toString((Long.parseLong(millis) + 999) / 1000);
  }

  /**
   * The decision in a response. The rules must send {@code X-RateLimit} headers, and a rejection
   * must have the name of the rule as its body.
   */
  static ObservedDecision ofResponse(HttpResponse<String> response) {
    boolean admitted = response.statusCode() != TOO_MANY;
    String shown = ruleOf(field(response, "X-RateLimit-Bucket"));
    String rule = admitted ? shown : response.body();
    String remaining = shown.equals(rule) ? field(response, "X-RateLimit-Remaining") : NONE;
    String retryAfter = field(response, "Retry-After");
    return new ObservedDecision(
        admitted, rule, remaining, admitted && retryAfter.equals(NONE) ? "0" : retryAfter);
  }

  private static String ruleOf(String bucket) {
    Matcher name = BUCKET.matcher(bucket);
    return name.matches() ? name.group(1) : bucket;
  }

  private static String field(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse(NONE);
  }
}
