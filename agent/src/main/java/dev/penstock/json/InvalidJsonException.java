package dev.penstock.json;

/** Thrown if a text is not valid JSON, or not the JSON that the reader expects. */
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
