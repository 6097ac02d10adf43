package dev.penstock.cli.jvm;

import dev.penstock.operator.CommandReply;
import java.util.Properties;

/** A connection to a running JVM. */
interface Jvm extends AutoCloseable {
  /** The properties that the agent publishes; reading them loads nothing into the JVM. */
  Properties properties() throws UnreachableException;

  /**
   * Sends a command to the agent, one word per line. Only the command {@code rules} loads the agent
   * if necessary.
   */
  CommandReply send(String request) throws UnreachableException;

  @Override
  void close();
}
