package dev.penstock;

/** How often a test repeats a random trial: a little in every build, a lot in the matrix. */
public final class Repetitions {
  private static final boolean MATRIX = Boolean.getBoolean("penstock.matrix");

  private Repetitions() {}

  /** The first number in every build, the second with the Maven profile {@code matrix}. */
  public static int of(int usual, int inMatrix) {
    return MATRIX ? inMatrix : usual;
  }
}
