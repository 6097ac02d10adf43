package dev.penstock.cli;

/** The exit code of a command. */
public enum ExitCode {
  /** The command succeeded and found no problems. */
  SUCCESS(0),
  /** The command found problems or failed. */
  PROBLEMS(1),
  /** The arguments are invalid. */
  USAGE(2);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
