package dev.penstock.cli.jvm;

import dev.penstock.operator.CommandReply;
import java.util.Properties;

/** A running JVM that can be asked. */
interface Jvm extends AutoCloseable {
  /** What can be read of it without loading anything into it. */
  Properties notices() throws UnreachableException;

  /**
   * Has the agent in it do something, a word a line; {@code rules} brings the agent if need be, and
   * other commands do not.
   */
  CommandReply ask(String request) throws UnreachableException;

  @Override
  void close();
}
