package dev.penstock.shadow;

/**
 * The counts of one minute.
 *
 * @param minute minutes since 1970, UTC
 */
public record MinuteCounts(long minute, AgreementCounts counts) {}
