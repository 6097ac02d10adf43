package dev.penstock.cli.jvm;

import java.util.List;

/** The JVMs of this machine. */
public interface Jvms {
  /** Those that this user can look into. */
  List<Found> list() throws UnreachableException;

  /** Gets in touch with one. */
  Jvm reach(String pid) throws UnreachableException;

  /**
   * One that is there.
   *
   * @param name what it runs: a main class or a jar
   */
  record Found(String pid, String name) {}
}
