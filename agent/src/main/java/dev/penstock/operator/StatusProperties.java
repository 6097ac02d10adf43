package dev.penstock.operator;

/** Names of JVM agent properties through which other JVMs read the state of the agent. */
public final class StatusProperties {
  /** The version of the agent. A JVM with this property has the agent. */
  public static final String VERSION = "dev.penstock";

  /** The state of the agent as text. */
  public static final String STATUS = "dev.penstock.status";

  /** The state of the agent in the format of {@link SnapshotText}. */
  public static final String SNAPSHOT = "dev.penstock.snapshot";

  private StatusProperties() {}
}
