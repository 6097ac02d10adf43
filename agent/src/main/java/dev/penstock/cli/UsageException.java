package dev.penstock.cli;

/** Thrown if the arguments of a command are invalid. */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  public UsageException(String message) {
    super(message);
  }
}
