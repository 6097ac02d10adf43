package dev.penstock.it.shadow;

import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What became of one request, as far as its sender is told.
 *
 * @param rule the tightest one; {@code null} if none is for the request
 * @param remaining what is left of it; {@code null} if there is no such number
 * @param retryAfterSeconds {@code null} if no wait will do, 0 if none is needed
 */
record ObservedDecision(boolean admitted, String rule, String remaining, String retryAfterSeconds) {
  private static final String NONE = "null";
  private static final int TOO_MANY = 429;

  /** A quota of several is told by the name of its rule and its number. */
  private static final Pattern BUCKET = Pattern.compile("(.+?)(-\\d+)?");

  /** What a simulation decision comes to, where waits are told in whole seconds. */
  static ObservedDecision simulation(SimulationResult.Side side) {
    return new ObservedDecision(
        side.admitted(), side.rule(), side.remaining(), seconds(side.retryMillis()));
  }

  private static String seconds(String millis) {
    return millis.equals(NONE) ? NONE : Long.toString((Long.parseLong(millis) + 999) / 1000);
  }

  /**
   * What an answer tells, if its rules tell the numbers in the fields that begin with X, and a
   * refusal has nothing but the name of the rule in its body.
   */
  static ObservedDecision answered(HttpResponse<String> answer) {
    boolean admitted = answer.statusCode() != TOO_MANY;
    String shown = ruleOf(field(answer, "X-RateLimit-Bucket"));
    String rule = admitted ? shown : answer.body();
    String remaining = shown.equals(rule) ? field(answer, "X-RateLimit-Remaining") : NONE;
    String retryAfter = field(answer, "Retry-After");
    return new ObservedDecision(
        admitted, rule, remaining, admitted && retryAfter.equals(NONE) ? "0" : retryAfter);
  }

  private static String ruleOf(String bucket) {
    Matcher name = BUCKET.matcher(bucket);
    return name.matches() ? name.group(1) : bucket;
  }

  private static String field(HttpResponse<?> answer, String name) {
    return answer.headers().firstValue(name).orElse(NONE);
  }
}
