package dev.penstock.store;

/** One key of one budget; equal for calls that compete for the same units. */
public record ClaimedKey(Budget budget, long high, long low) {}
