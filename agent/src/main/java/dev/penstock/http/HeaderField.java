package dev.penstock.http;

/** A header field of a response. */
public record HeaderField(String name, String value) {}
