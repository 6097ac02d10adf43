package dev.penstock.cli;

/** Says that a command line makes no sense, and why. */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  public UsageException(String message) {
    super(message);
  }
}
