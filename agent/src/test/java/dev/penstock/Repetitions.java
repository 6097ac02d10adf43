package dev.penstock;

/** The number of repetitions of random trials: few in every build, many in the full matrix. */
public final class Repetitions {
  private static final boolean MATRIX = Boolean.getBoolean("penstock.matrix");

  private Repetitions() {}

  /** The first number in every build, the second with the Maven profile {@code matrix}. */
  public static int of(int usual, int inMatrix) {
    return MATRIX ? inMatrix : usual;
  }
}
