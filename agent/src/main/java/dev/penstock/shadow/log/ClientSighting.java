package dev.penstock.shadow.log;

import dev.penstock.http.Direction;

/**
 * An entry of a client in a list of most affected clients.
 *
 * @param direction the direction of the calls
 * @param newlyRejected true if only the candidate rejects them, false if only the enforced rules do
 * @param rule the rule that rejects them
 * @param id the name of the client in the log
 * @param count how many of its calls diverge; may be too high
 * @param tooMany by how much the count may be too high
 */
public record ClientSighting(
    Direction direction, boolean newlyRejected, String rule, String id, long count, long tooMany) {}
