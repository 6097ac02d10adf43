package dev.penstock.http;

/** One header field of an answer. */
public record HeaderField(String name, String value) {}
