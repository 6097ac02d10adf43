package dev.penstock.shadow.simulate;

import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.Good;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The decisions and the report of a log that was replayed through rules. */
record ReplayedLog(String decisions, SimulationReport report) {
  /** Replays a log through a rules file. */
  static ReplayedLog of(String log, String rules) {
    return of(log, rules, /* candidate= */ null);
  }

  /** Replays a log through a rules file and a candidate. */
  static ReplayedLog of(String log, String rules, @Nullable String candidate) {
    return of(log.getBytes(StandardCharsets.UTF_8), rules, candidate);
  }

  static ReplayedLog of(byte[] log, String rules, @Nullable String candidate) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DecisionLines decisions = new DecisionLines(out);
    Simulator simulator =
        new Simulator(
            file(rules, candidate),
            new ShownClients(/* showsKeys= */ true),
            List.of("ip=1.2.3.4", "ip=9.9.9.9"),
            decisions,
            SimulationProgress.NONE);
    try {
      simulator.replay(LogInput.STDIN, new ByteArrayInputStream(log), /* format= */ null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    decisions.flush();
    return new ReplayedLog(out.toString(StandardCharsets.UTF_8), simulator.report());
  }

  static RuleSets file(String rules, @Nullable String candidate) {
    RuleSets file = Good.file("version: 1\n" + rules).rules();
    return candidate == null
        ? file
        : file.withCandidate(
            new RuleSets.Candidate("next.yaml", Good.file("version: 1\n" + candidate).rules()));
  }

  /**
   * For each request {@code +remaining}, {@code -milliseconds to wait} or {@code .} for no rule.
   */
  String score() {
    StringBuilder score = new StringBuilder();
    decisions
        .lines()
        .forEach(line -> score.append(score.length() == 0 ? "" : " ").append(note(line)));
    return score.toString();
  }

  private static String note(String line) {
    String old =
        line.contains(",\"candidate\"") ? line.substring(0, line.indexOf(",\"cand")) : line;
    if (old.contains("\"rule\":null")) {
      return ".";
    }
    return old.contains("\"admitted\":true")
        ? "+" + between(old, "\"remaining\":", ",")
        : "-" + between(old, "\"retry_after_ms\":", "}");
  }

  private static String between(String line, String before, String after) {
    int from = line.indexOf(before) + before.length();
    int to = line.indexOf(after, from);
    return line.substring(from, to < 0 ? line.length() : to);
  }
}
