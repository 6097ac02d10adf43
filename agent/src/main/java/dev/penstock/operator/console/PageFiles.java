package dev.penstock.operator.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Serves the files of the console page from the jar. */
final class PageFiles {
  private PageFiles() {}

  static ConsoleResponse file(String name, String contentType) {
    try (InputStream in = PageFiles.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("not in the jar: " + name);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return ConsoleResponse.text(contentType + "; charset=utf-8", text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
