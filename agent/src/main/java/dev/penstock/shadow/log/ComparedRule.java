package dev.penstock.shadow.log;

import dev.penstock.http.Direction;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a rule, enforced and in the candidate.
 *
 * @param direction the direction of its calls
 * @param rule the name of the rule
 * @param before its enforced limits; null if the rule is not enforced or does not exist
 * @param after its limits in the candidate; null if the candidate does not have the rule
 */
public record ComparedRule(
    Direction direction, String rule, @Nullable String before, @Nullable String after) {}
