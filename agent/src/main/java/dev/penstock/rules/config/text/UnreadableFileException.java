package dev.penstock.rules.config.text;

import java.io.IOException;

/** A file that has no content to read; the message says why and leaves out the path. */
public final class UnreadableFileException extends IOException {
  private static final long serialVersionUID = 1;

  /** Why there is nothing to read. */
  public enum Reason {
    /** There is nothing at this path. */
    MISSING,
    /** A container runtime creates a directory if the file that it is to mount does not exist. */
    DIRECTORY,
    /** A pipe, a socket or a device: opening or reading it may block forever. */
    NOT_REGULAR,
    /** The operating system refuses it, for example for lack of permission. */
    REFUSED,
    /** It did not answer in time. */
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
