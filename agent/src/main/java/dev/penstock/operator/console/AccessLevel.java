package dev.penstock.operator.console;

/** The access that a route of the console requires. */
enum AccessLevel {
  /** No access control: the response reveals nothing about this JVM. */
  PUBLIC,
  /** A request from this machine, or the token. */
  READ,
  /** The token. */
  CHANGE
}
