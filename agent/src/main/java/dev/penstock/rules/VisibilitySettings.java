package dev.penstock.rules;

import org.jspecify.annotations.Nullable;

/**
 * The interfaces by which operators observe and control the agent, besides the command line.
 *
 * @param console the console with its metrics endpoint; null if there is none
 * @param jmx true to register MBeans
 * @param spans true to add decisions to the current OpenTelemetry span
 */
public record VisibilitySettings(@Nullable ConsoleSettings console, boolean jmx, boolean spans) {
  /** The default: no interface. */
  public static final VisibilitySettings NONE = new VisibilitySettings(null, false, false);
}
