package dev.penstock.shadow;

import org.jspecify.annotations.Nullable;

/**
 * What one rule made of calls, before and after.
 *
 * @param rule its name
 * @param before what it says now, such as {@code 100/min by ip, fixed-window}; null if it refuses
 *     nothing now, or is not there yet
 * @param after what the candidate says; null if the candidate does not have it
 * @param counts what became of the calls that it is for, before or after
 */
public record RuleCounts(
    String rule, @Nullable String before, @Nullable String after, AgreementCounts counts) {}
