package dev.penstock.shadow;

/**
 * One call that one side admits and the other rejects; a line of the divergence log.
 *
 * @param timeMillis the time of the call, in milliseconds since 1970
 * @param outbound true for an outbound call
 * @param rule the rule that rejects the call
 * @param client the client of the call, as a hash
 * @param enforced the decision of the enforced rules
 * @param candidate the decision of the candidate
 */
public record Divergence(
    long timeMillis, boolean outbound, String rule, String client, Side enforced, Side candidate) {
  /**
   * The decision of one side.
   *
   * @param rejects true if it rejects the call
   * @param remaining how much is left of the tightest quota; -1 without a quota
   * @param waitMicros how long the call is held, or the time until it would be admitted; 0 if it
   *     continues at once
   */
  public record Side(boolean rejects, long remaining, long waitMicros) {}
}
