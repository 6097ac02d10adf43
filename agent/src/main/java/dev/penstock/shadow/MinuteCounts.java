package dev.penstock.shadow;

/**
 * What became of the calls of one minute.
 *
 * @param minute minutes since 1970, UTC
 */
public record MinuteCounts(long minute, AgreementCounts counts) {}
