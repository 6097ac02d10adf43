package dev.penstock.rules.config.text;

import java.io.File;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a rules file, which resolves the relative paths in it.
 *
 * @param directory the folder; null for the working directory
 * @param files reads the files
 */
public record RulesFolder(@Nullable File directory, FileSource files) {
  /** The folder of the file with this path. */
  public static RulesFolder of(String fileName) {
    return of(fileName, FileSource.DIRECT);
  }

  /** The folder of the file with this path, with a reader of its files. */
  public static RulesFolder of(String fileName, FileSource files) {
    return new RulesFolder(new File(fileName).getParentFile(), files);
  }

  /** Resolves a path. */
  public File find(String path) {
    File file = new File(path);
    return file.isAbsolute() ? file : new File(directory, path);
  }

  /** Reads a file that {@link #find} returned. */
  public byte[] read(File file) throws IOException {
    return files.read(file);
  }
}
