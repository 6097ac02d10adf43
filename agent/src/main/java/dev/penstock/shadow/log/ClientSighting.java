package dev.penstock.shadow.log;

import dev.penstock.http.Direction;

/**
 * A client found among those whom a candidate treats otherwise.
 *
 * @param direction which calls
 * @param newlyRejected true if only the candidate turns them away, false if only the rules in force
 * @param rule the rule that turns them away
 * @param id what the log calls the client
 * @param count how many of its calls, or a few more
 * @param tooMany how many of them it may not have been
 */
public record ClientSighting(
    Direction direction, boolean newlyRejected, String rule, String id, long count, long tooMany) {}
