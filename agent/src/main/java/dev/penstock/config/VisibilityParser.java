package dev.penstock.config;

import dev.penstock.rule.Visibility;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Reads {@code console} and {@code telemetry}: where the agent can be seen and steered. */
final class VisibilityParser {
  private static final String CONSOLE = "console";
  private static final String TELEMETRY = "telemetry";

  private VisibilityParser() {}

  /** Reads it from the top level of a file; there is one agent, whatever a candidate says. */
  static Visibility parse(Settings file, Role role) {
    TelemetryParser telemetry = new TelemetryParser(file.value(TELEMETRY));
    Visibility visibility =
        new Visibility(
            ConsoleParser.parse(file.value(CONSOLE)), telemetry.jmx(), telemetry.spans());
    if (role != Role.CANDIDATE) {
      return visibility;
    }
    for (String block : List.of(CONSOLE, TELEMETRY)) {
      file.warningAt(
          block,
          "the " + Words.code(block) + " of a candidate is not looked at",
          "what holds is what the file in force says");
    }
    return Visibility.NONE;
  }

  /** The blocks in which two files differ. */
  static List<String> differing(Visibility one, Visibility other) {
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
