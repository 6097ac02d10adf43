package dev.penstock.cli;

import dev.penstock.command.Reply;
import java.util.Properties;

/** A running JVM that can be asked. */
interface Jvm extends AutoCloseable {
  /** What can be read of it without loading anything into it. */
  Properties notices() throws UnreachableException;

  /**
   * Has the agent in it do something, a word a line; {@code rules} brings the agent if need be, and
   * other commands do not.
   */
  Reply ask(String request) throws UnreachableException;

  @Override
  void close();
}
