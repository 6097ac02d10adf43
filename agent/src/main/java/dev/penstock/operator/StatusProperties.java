package dev.penstock.operator;

/** The names under which an agent can be read from outside, among its JVM's agent properties. */
public final class StatusProperties {
  /** The version of the agent: whoever has it has the agent. */
  public static final String VERSION = "dev.penstock";

  /** What the agent is doing, in words. */
  public static final String STATUS = "dev.penstock.status";

  /** What the agent is doing, for {@link SnapshotText}. */
  public static final String SNAPSHOT = "dev.penstock.snapshot";

  private StatusProperties() {}
}
