package dev.penstock.instrument;

/** The values of an instrumented method that its advice passes to the gate. */
public record GateArguments(
    String hook, MethodValue place, MethodValue request, MethodValue response) {}
