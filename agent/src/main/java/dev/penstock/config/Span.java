package dev.penstock.config;

/** A part of a file, in code points: from {@code start} to before {@code end}. */
record Span(int start, int end) {}
