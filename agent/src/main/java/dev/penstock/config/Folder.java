package dev.penstock.config;

import java.io.File;
import org.jspecify.annotations.Nullable;

/**
 * Where a rules file lies, and so where the paths in it start.
 *
 * @param directory null for the working directory
 */
record Folder(@Nullable File directory) {
  /** The folder of a file of this name. */
  static Folder of(String fileName) {
    return new Folder(new File(fileName).getParentFile());
  }

  /** The file that a path means. */
  File find(String path) {
    File file = new File(path);
    return file.isAbsolute() ? file : new File(directory, path);
  }
}
