package dev.penstock.shadow.log;

import java.io.IOException;

/** Thrown if another JVM, or another log of this JVM, has the file open for writing. */
final class FileInUseException extends IOException {
  private static final long serialVersionUID = 1;
}
