package dev.penstock.it.harness.apps;

/** True if this run tests all servers, clients and JDKs (Maven profile {@code matrix}). */
public final class Matrix {
  public static final boolean FULL = Boolean.getBoolean("penstock.matrix");

  private Matrix() {}
}
