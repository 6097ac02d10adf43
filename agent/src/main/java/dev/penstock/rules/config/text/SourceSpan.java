package dev.penstock.rules.config.text;

/** A part of a file, in code points: from {@code start} to before {@code end}. */
public record SourceSpan(int start, int end) {}
