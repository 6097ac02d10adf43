package dev.penstock.shadow.log;

import dev.penstock.http.Direction;
import org.jspecify.annotations.Nullable;

/**
 * A rule as it is, and as the candidate has it.
 *
 * @param direction which calls it is for
 * @param rule its name
 * @param before what it says now; null if it refuses nothing now, or is not there yet
 * @param after what the candidate says; null if the candidate does not have it
 */
public record ComparedRule(
    Direction direction, String rule, @Nullable String before, @Nullable String after) {}
