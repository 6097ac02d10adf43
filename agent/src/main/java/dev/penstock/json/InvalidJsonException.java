package dev.penstock.json;

/** Says that a text is not the JSON that was asked for, and why. */
public final class InvalidJsonException extends Exception {
  private static final long serialVersionUID = 1;

  public InvalidJsonException(String message) {
    super(
        message,
        /* cause= */ null,
        /* enableSuppression= */ false,
        /* writableStackTrace= */ false);
  }
}
