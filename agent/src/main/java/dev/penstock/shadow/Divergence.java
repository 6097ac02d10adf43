package dev.penstock.shadow;

/**
 * One call that a candidate would have treated otherwise.
 *
 * @param timeMillis when, in milliseconds since 1970
 * @param outbound true if the application made it
 * @param rule the rule that turns it away, before or after
 * @param client whose call it was, as a hash
 * @param oldSide what the rules in force made of it
 * @param newSide what the candidate made of it
 */
public record Divergence(
    long timeMillis, boolean outbound, String rule, String client, Side oldSide, Side newSide) {
  /**
   * What one of the two made of the call.
   *
   * @param rejects true if it turns the call away
   * @param remaining how much is left of its tightest quota; -1 if it has none
   * @param waitMicros how long until the same call would be admitted, or is held; 0 if it goes on
   */
  public record Side(boolean rejects, long remaining, long waitMicros) {}
}
