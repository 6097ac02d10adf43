package dev.penstock.it;

import java.nio.file.Files;
import java.nio.file.Path;

/** What the build has made for the tests to run. */
final class Artifacts {
  static final Path PENSTOCK_JAR = built("penstock.jar");
  static final Path DEMO_APPS = built("penstock.demo-apps");
  static final Path TEST_APPS = built("penstock.test-apps");
  static final Path OTHER_AGENTS = built("penstock.other-agents");

  private Artifacts() {}

  private static Path built(String property) {
    String value = System.getProperty(property);
    if (value == null || !Files.exists(Path.of(value))) {
      throw new IllegalStateException("-D" + property + " must name what was built, was " + value);
    }
    return Path.of(value).toAbsolutePath().normalize();
  }
}
