package dev.penstock.it;

/** How much is tested: the usual, or with the Maven profile {@code matrix} all there is. */
final class Matrix {
  static final boolean FULL = Boolean.getBoolean("penstock.matrix");

  private Matrix() {}
}
