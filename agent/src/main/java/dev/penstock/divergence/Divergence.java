package dev.penstock.divergence;

/**
 * One call that a candidate treats otherwise.
 *
 * @param timeMillis when, since 1970
 * @param direction which way it goes
 * @param rule the rule that turns it away, before or after
 * @param client whose call it is, as {@link ClientId} tells
 * @param oldRejects true if the rules in force turn it away
 * @param newRejects true if the candidate does
 * @param oldRemaining how much the rules in force leave to the client; negative if nobody knows
 * @param newRemaining how much the candidate leaves; negative if nobody knows
 * @param oldWaitMicros for how long the client has to wait by the rules in force
 * @param newWaitMicros for how long by the candidate
 */
public record Divergence(
    long timeMillis,
    Direction direction,
    String rule,
    String client,
    boolean oldRejects,
    boolean newRejects,
    long oldRemaining,
    long newRemaining,
    long oldWaitMicros,
    long newWaitMicros) {}
