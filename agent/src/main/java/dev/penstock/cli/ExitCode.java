package dev.penstock.cli;

/** How a command ended, as told to a shell. */
public enum ExitCode {
  /** All is well. */
  FINE(0),
  /** The command did its work, and found or met problems. */
  PROBLEMS(1),
  /** The command was not understood. */
  USAGE(2);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
