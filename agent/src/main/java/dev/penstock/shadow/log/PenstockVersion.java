package dev.penstock.shadow.log;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The version of Penstock. */
public final class PenstockVersion {
  private PenstockVersion() {}

  /** The version of this jar; empty if it is unknown. */
  public static String ofAgent() {
    try (InputStream in =
        PenstockVersion.class.getResourceAsStream("/dev/penstock/cli/version.txt")) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException unreadable) {
      return "";
    }
  }
}
