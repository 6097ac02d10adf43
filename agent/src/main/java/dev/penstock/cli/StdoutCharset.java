package dev.penstock.cli;

import java.nio.charset.Charset;
import java.util.List;

/** The charset of standard output. */
public final class StdoutCharset {
  /** The system properties that contain it, depending on the version of Java. */
  private static final List<String> NAMES =
      List.of("stdout.encoding", "sun.stdout.encoding", "native.encoding");

  private StdoutCharset() {}

  /** The charset of standard output, or else the default charset. */
  public static Charset find() {
    for (String name : NAMES) {
      String charset = System.getProperty(name);
      try {
        if (charset != null) {
          return Charset.forName(charset);
        }
      } catch (IllegalArgumentException unknown) {
        // Tries the next property.
      }
    }
    return Charset.defaultCharset();
  }
}
