package dev.penstock.it.harness.apps;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Reads the libraries that were packaged with an application. */
final class AppLibraries {
  private AppLibraries() {}

  /** The version of a library; empty if the application does not contain it. */
  static String version(TestApp app, String artifact) {
    Path beside = app.jar().resolveSibling("lib");
    try (var jars = Files.isDirectory(beside) ? Files.list(beside) : Stream.<Path>empty();
        var jar = new JarFile(app.jar().toFile())) {
      Pattern named = Pattern.compile("(?:.*/)?" + artifact + "-(\\d+(?:\\.\\d+)*)[^/]*\\.jar");
      return Stream.concat(jars.map(Path::toString), jar.stream().map(ZipEntry::getName))
          .map(named::matcher)
          .filter(Matcher::matches)
          .map(found -> found.group(1))
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
