package dev.penstock.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Texts that are part of the jar. */
final class Resources {
  private Resources() {}

  /** The version of this jar, filled in by the build. */
  static String version() {
    return read("version.txt").strip();
  }

  /** The rules file that {@code init} writes. */
  static String starter() {
    return read("starter.yaml");
  }

  /** The JSON Schema of rules files. */
  static String schema() {
    return read("schema.json");
  }

  private static String read(String name) {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("missing in the jar: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
