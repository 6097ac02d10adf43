package dev.penstock.shadow;

/**
 * A minute that is over, and what became of its calls; counts are of that minute alone.
 *
 * @param minute minutes since 1970, UTC
 */
public record ClosedMinute(long minute, TrafficComparison inbound, TrafficComparison outbound) {}
