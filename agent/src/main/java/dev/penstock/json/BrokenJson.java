package dev.penstock.json;

/** Says that a text is not the JSON that was asked for, and why. */
public final class BrokenJson extends Exception {
  private static final long serialVersionUID = 1;

  public BrokenJson(String message) {
    super(
        message,
        /* cause= */ null,
        /* enableSuppression= */ false,
        /* writableStackTrace= */ false);
  }
}
