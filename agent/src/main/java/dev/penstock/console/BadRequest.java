package dev.penstock.console;

/** Says that a request cannot be answered as it is, and why. */
final class BadRequest extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  BadRequest(int status, String message) {
    super(
        message,
        /* cause= */ null,
        /* enableSuppression= */ false,
        /* writableStackTrace= */ false);
    this.status = status;
  }

  Response response() {
    return Response.error(status, String.valueOf(getMessage()));
  }
}
