package dev.penstock.it;

import java.nio.file.Files;
import java.nio.file.Path;

/** What the build provides for tests. */
final class Artifacts {
  static final Path PENSTOCK_JAR = built("penstock.jar");
  static final Path PROJECT = built("penstock.project");

  /** The version of the jar. */
  static final String VERSION = System.getProperty("penstock.version", "unknown");

  /** The sources of the applications that only tests start, and the table of their versions. */
  static final Path APPS = PROJECT.resolve("it/apps");

  /** Where {@link AppBuilder} keeps these applications. */
  static final Path APPS_BUILT = PROJECT.resolve("it/target/apps");

  private Artifacts() {}

  private static Path built(String property) {
    String value = System.getProperty(property);
    if (value == null || !Files.exists(Path.of(value))) {
      throw new IllegalStateException(
          "-D" + property + " must name an existing path, was " + value);
    }
    return Path.of(value).toAbsolutePath().normalize();
  }
}
