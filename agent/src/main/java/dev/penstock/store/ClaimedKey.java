package dev.penstock.store;

/** One key of one budget: those who compete for the same have equal ones. */
public record ClaimedKey(Budget budget, long high, long low) {}
