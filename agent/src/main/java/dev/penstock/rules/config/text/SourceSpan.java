package dev.penstock.rules.config.text;

/** A range of code points in a file, from {@code start} to before {@code end}. */
public record SourceSpan(int start, int end) {}
