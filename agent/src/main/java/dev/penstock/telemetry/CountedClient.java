package dev.penstock.telemetry;

/**
 * A client and how often it was counted.
 *
 * @param rule the rule that rejects it
 * @param id its key as a hash of 16 hexadecimal digits, or in plain text where the operator wants
 *     that
 * @param count how many of its calls were counted, or a few more
 * @param tooMany the largest possible error: calls that may belong to other clients
 */
public record CountedClient(String rule, String id, long count, long tooMany) {}
