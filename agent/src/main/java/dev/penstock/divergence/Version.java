package dev.penstock.divergence;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Which Penstock writes a log. */
public final class Version {
  private Version() {}

  /** The version of this jar; empty if that cannot be found out. */
  public static String ofAgent() {
    try (InputStream in = Version.class.getResourceAsStream("/dev/penstock/cli/version.txt")) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException unreadable) {
      return "";
    }
  }
}
