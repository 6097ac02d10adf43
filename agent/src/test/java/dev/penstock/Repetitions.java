package dev.penstock;

/** The number of repetitions of random trials: few in a normal build, many in the full matrix. */
public final class Repetitions {
  private static final boolean MATRIX = Boolean.getBoolean("penstock.matrix");

  private Repetitions() {}

  /** Returns the first number, or the second one with the Maven profile {@code matrix}. */
  public static int of(int usual, int inMatrix) {
    return MATRIX ? inMatrix : usual;
  }
}
