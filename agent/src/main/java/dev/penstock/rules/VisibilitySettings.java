package dev.penstock.rules;

import org.jspecify.annotations.Nullable;

/**
 * Where the agent can be seen and steered, besides the command line.
 *
 * @param console a page and metrics on a port; null if there is none
 * @param jmx true if it is registered with the JVM's MBean server
 * @param spans true if decisions are noted on the current span of OpenTelemetry
 */
public record VisibilitySettings(@Nullable ConsoleSettings console, boolean jmx, boolean spans) {
  /** Nowhere, which is what a file asks for that does not speak of it. */
  public static final VisibilitySettings NONE = new VisibilitySettings(null, false, false);
}
