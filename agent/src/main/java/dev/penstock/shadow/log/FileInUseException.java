package dev.penstock.shadow.log;

import java.io.IOException;

/** Says that another JVM, or another log of this one, writes the file. */
final class FileInUseException extends IOException {
  private static final long serialVersionUID = 1;
}
