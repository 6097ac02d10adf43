package dev.penstock.rules.config.text;

import java.io.IOException;

/** A file cannot be read. The message says why, without the path. */
public final class UnreadableFileException extends IOException {
  private static final long serialVersionUID = 1;

  /** Why the file cannot be read. */
  public enum Reason {
    /** The file does not exist. */
    MISSING,
    /** It is a directory. Container runtimes create one if the file to mount does not exist. */
    DIRECTORY,
    /** It is a pipe, a socket or a device. Opening or reading it can block forever. */
    NOT_REGULAR,
    /** The operating system denies access, for example because of missing permissions. */
    REFUSED,
    /** Reading it takes too long. */
    STALLED
  }

  private final Reason reason;

  public UnreadableFileException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
