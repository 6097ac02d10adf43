package dev.penstock.operator.console;

/** Who may have an answer. */
enum AccessDecision {
  /** Everybody: it says nothing of this JVM. */
  ANYBODY,
  /** Whoever is on this machine, or shows the token. */
  LOOK,
  /** Who shows the token. */
  TOKEN
}
