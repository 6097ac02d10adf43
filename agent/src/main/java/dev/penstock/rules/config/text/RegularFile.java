package dev.penstock.rules.config.text;

import dev.penstock.rules.config.RulesFile;
import dev.penstock.rules.config.text.UnreadableFileException.Reason;
import java.io.File;
import java.io.IOException;

/** Reads regular files only, and reports what any other file is. */
public final class RegularFile {
  /*
   * Opening a pipe blocks until another process writes to it, so pipes are never opened. The check
   * does not make reading safe: a pipe can replace the file between the check and the open, and a
   * network file system can block both. The calling thread must be allowed to block.
   */
  private RegularFile() {}

  /** The content of a file, truncated to one byte more than a rules file may have. */
  public static byte[] read(File file) throws UnreadableFileException {
    if (file.isDirectory()) {
      throw new UnreadableFileException(Reason.DIRECTORY, "this is a directory, not a file");
    }
    if (file.exists() && !file.isFile()) {
      throw new UnreadableFileException(
          Reason.NOT_REGULAR, "this is a pipe, a socket or a device, not a regular file");
    }
    try {
      // Also if the file does not exist: the error distinguishes a missing file from a loop of
      // links.
      return RulesFile.bytesOf(file);
    } catch (IOException | SecurityException e) {
      throw unreadable(file, String.valueOf(e.getMessage()));
    }
  }

  private static UnreadableFileException unreadable(File file, String message) {
    boolean denied =
        file.exists()
            || message.contains("Permission denied")
            || message.contains("symbolic links");
    return denied
        ? new UnreadableFileException(
            Reason.REFUSED, "the file cannot be read: " + MessageWords.plain(withoutPath(message)))
        : new UnreadableFileException(Reason.MISSING, "there is no such file");
  }

  /** The reason, which Java puts in parentheses after the path. */
  private static String withoutPath(String message) {
    int open = message.lastIndexOf(" (");
    return open >= 0 && message.endsWith(")")
        ? message.substring(open + 2, message.length() - 1)
        : message;
  }
}
