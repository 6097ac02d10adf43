package dev.penstock.it;

/**
 * What an application was made to try.
 *
 * @param name as people call it
 * @param artifact as its jar is called, without the version
 */
record Library(String name, String artifact) {
  /** Its version there. */
  String versionIn(App app) {
    return Libraries.version(app, artifact);
  }
}
