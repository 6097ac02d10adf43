package dev.penstock.cli;

import java.nio.charset.Charset;
import java.util.List;

/** Which signs can be shown where this process prints. */
public final class StdoutCharset {
  /** Java says so by different names, depending on its version. */
  private static final List<String> NAMES =
      List.of("stdout.encoding", "sun.stdout.encoding", "native.encoding");

  private StdoutCharset() {}

  public static Charset find() {
    for (String name : NAMES) {
      String charset = System.getProperty(name);
      try {
        if (charset != null) {
          return Charset.forName(charset);
        }
      } catch (IllegalArgumentException unknown) {
        // Then the next name.
      }
    }
    return Charset.defaultCharset();
  }
}
