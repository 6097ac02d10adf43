package dev.penstock.operator.console;

/** A malformed or invalid console request, with the status of its response. */
final class BadConsoleRequestException extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  BadConsoleRequestException(int status, String message) {
    super(
        message,
        /* cause= */ null,
        /* enableSuppression= */ false,
        /* writableStackTrace= */ false);
    this.status = status;
  }

  ConsoleResponse response() {
    return ConsoleResponse.error(status, String.valueOf(getMessage()));
  }
}
