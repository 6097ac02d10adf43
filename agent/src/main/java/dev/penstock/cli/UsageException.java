package dev.penstock.cli;

/** Says that a command line makes no sense, and why. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
