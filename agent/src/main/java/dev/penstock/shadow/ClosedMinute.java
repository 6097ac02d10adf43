package dev.penstock.shadow;

/**
 * The counts of one minute, or of a part of it, for both directions.
 *
 * @param minute minutes since 1970, UTC
 */
public record ClosedMinute(long minute, TrafficComparison inbound, TrafficComparison outbound) {}
