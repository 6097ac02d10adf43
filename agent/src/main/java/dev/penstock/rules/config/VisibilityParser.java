package dev.penstock.rules.config;

import dev.penstock.rules.VisibilitySettings;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.SettingsMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Parses {@code console} and {@code telemetry}, the interfaces for operators. */
public final class VisibilityParser {
  private static final String CONSOLE = "console";
  private static final String TELEMETRY = "telemetry";

  private VisibilityParser() {}

  /**
   * Parses the settings of a file. Those of a candidate are ignored, since there is only one agent.
   */
  static VisibilitySettings parse(SettingsMap file, FileRole role) {
    TelemetryParser telemetry = new TelemetryParser(file.value(TELEMETRY));
    VisibilitySettings visibility =
        new VisibilitySettings(
            ConsoleParser.parse(file.value(CONSOLE)), telemetry.jmx(), telemetry.spans());
    if (role != FileRole.CANDIDATE) {
      return visibility;
    }
    for (String block : List.of(CONSOLE, TELEMETRY)) {
      file.warningAt(
          block,
          MessageWords.code(block) + " in a candidate file is ignored",
          "the setting of the active rules file applies");
    }
    return VisibilitySettings.NONE;
  }

  /** The names of the blocks in which two files differ. */
  public static List<String> differing(VisibilitySettings one, VisibilitySettings other) {
    boolean sameConsole = Objects.equals(one.console(), other.console());
    boolean sameTelemetry = one.jmx() == other.jmx() && one.spans() == other.spans();
    List<String> blocks = new ArrayList<>();
    if (!sameConsole) {
      blocks.add(CONSOLE);
    }
    if (!sameTelemetry) {
      blocks.add(TELEMETRY);
    }
    return blocks;
  }
}
