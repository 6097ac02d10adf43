package dev.penstock.cli.jvm;

import java.util.List;

/** The running JVMs of this machine. */
public interface Jvms {
  /** The JVMs that this user can see. */
  List<Found> list() throws UnreachableException;

  /** Connects to a JVM. */
  Jvm connect(String pid) throws UnreachableException;

  /**
   * A running JVM.
   *
   * @param name its main class or jar
   */
  record Found(String pid, String name) {}
}
