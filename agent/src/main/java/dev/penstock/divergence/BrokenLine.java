package dev.penstock.divergence;

/** Says that a line of a log is not one, and why. */
final class BrokenLine extends Exception {
  private static final long serialVersionUID = 1;

  BrokenLine(String message) {
    super(
        message,
        /* cause= */ null,
        /* enableSuppression= */ false,
        /* writableStackTrace= */ false);
  }
}
