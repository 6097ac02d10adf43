package dev.penstock.call;

/** One header field of an answer. */
public record Field(String name, String value) {}
