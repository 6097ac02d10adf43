package dev.penstock.telemetry;

/**
 * One of those whom a candidate treats otherwise.
 *
 * @param rule the rule that turns it away, before or after
 * @param id its key as a hash of 16 hexadecimal digits, or in clear where somebody asked for that
 * @param count how many of its calls diverged, or a few more
 * @param tooMany how many of them it may not have been: those that were counted for others before
 */
public record CountedClient(String rule, String id, long count, long tooMany) {}
