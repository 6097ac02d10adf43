package dev.penstock.divergence;

import java.io.IOException;

/** Says that another JVM, or another log of this one, writes the file. */
final class FileTakenException extends IOException {
  private static final long serialVersionUID = 1;
}
