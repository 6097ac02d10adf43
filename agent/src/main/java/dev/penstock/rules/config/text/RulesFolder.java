package dev.penstock.rules.config.text;

import java.io.File;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Where a rules file lies, and so where the paths in it start.
 *
 * @param directory null for the working directory
 * @param files reads the files in it
 */
public record RulesFolder(@Nullable File directory, FileSource files) {
  /** The folder of a file of this name. */
  public static RulesFolder of(String fileName) {
    return of(fileName, FileSource.DIRECT);
  }

  /** The folder of a file of this name, whose files are read that way. */
  public static RulesFolder of(String fileName, FileSource files) {
    return new RulesFolder(new File(fileName).getParentFile(), files);
  }

  /** The file that a path means. */
  public File find(String path) {
    File file = new File(path);
    return file.isAbsolute() ? file : new File(directory, path);
  }

  /** The content of a file that was found here. */
  public byte[] read(File file) throws IOException {
    return files.read(file);
  }
}
