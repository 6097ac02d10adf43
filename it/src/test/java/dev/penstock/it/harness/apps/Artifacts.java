package dev.penstock.it.harness.apps;

import java.nio.file.Files;
import java.nio.file.Path;

/** Paths and versions that the Maven build passes to the tests. */
public final class Artifacts {
  public static final Path PENSTOCK_JAR = built("penstock.jar");
  public static final Path PROJECT = built("penstock.project");

  /** The version of the jar. */
  public static final String VERSION = System.getProperty("penstock.version", "unknown");

  /** The sources of the applications that only tests start, and the table of their versions. */
  public static final Path APPS = PROJECT.resolve("it/apps");

  /** The folder in which {@link AppBuilder} keeps built applications. */
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
