package dev.penstock.it.harness.apps;

/**
 * A library under test.
 *
 * @param name the display name, as in docs/supported.md
 * @param artifact the name of the jar without the version
 */
public record TestedLibrary(String name, String artifact) {
  /** The version that the application contains. */
  public String versionIn(TestApp app) {
    return AppLibraries.version(app, artifact);
  }
}
