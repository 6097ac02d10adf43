package dev.penstock.it.harness.apps;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Operations on whole folders. */
public final class Folders {
  private Folders() {}

  /** All regular files below a folder. */
  static Stream<Path> files(Path folder) {
    try (var all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes a folder and everything in it, if it exists. */
  public static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (var all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
