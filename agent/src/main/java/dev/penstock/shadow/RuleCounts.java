package dev.penstock.shadow;

import org.jspecify.annotations.Nullable;

/**
 * The counts of one rule.
 *
 * @param rule the name of the rule
 * @param before its enforced limits, such as {@code 100/min by ip, fixed-window}; null if the rule
 *     is not enforced or does not exist
 * @param after its limits in the candidate; null if the candidate does not have the rule
 * @param counts the calls to which the rule applies on either side
 */
public record RuleCounts(
    String rule, @Nullable String before, @Nullable String after, AgreementCounts counts) {}
