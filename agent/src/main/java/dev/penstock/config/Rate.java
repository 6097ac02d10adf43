package dev.penstock.config;

/**
 * So many calls in so much time.
 *
 * @param number where the number stands in the file
 */
record Rate(long permits, long periodMicros, Text number) {}
