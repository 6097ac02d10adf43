package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.Repetitions;
import dev.penstock.rules.config.text.MarkedFiles;
import dev.penstock.rules.config.text.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks that no problem shows the value of a variable, for variables at any position. */
class VariablesInMessagesTest {
  private final List<String> leaks = new ArrayList<>();
  private int parsed;

  @Test
  void noProblemOfASampleShowsTheValueOfAVariable() throws IOException {
    for (String sample : MarkedFiles.samples()) {
      sweep(sample, /* step= */ Repetitions.of(4, 1));
    }
    assertThat(leaks).isEmpty();
    assertThat(parsed).isGreaterThan(1_000);
  }

  @Test
  void noProblemOfABrokenFileShowsTheValueOfAVariable() {
    BrokenFilesTest.brokenFiles()
        .forEach(broken -> sweep(broken.text, /* step= */ Repetitions.of(12, 4)));
    assertThat(leaks).isEmpty();
    assertThat(parsed).isGreaterThan(1_000);
  }

  @Test
  void aMessageShowsTheVariableAndPointsAtIt() {
    ParsedRules parsed =
        RulesFile.parse(
            "penstock.yaml",
            """
            version: 1
            inbound:
              a: { match: /a, rate: "5/${env:UNIT}" }
            """,
            Map.of("UNIT", "hunter2")::get);
    assertThat(((ParsedRules.Broken) parsed).problems().get(0).render())
        .isEqualTo(
            """
            penstock.yaml:3:25: error: unknown unit `${env:UNIT}`
              |
            3 |   a: { match: /a, rate: "5/${env:UNIT}" }
              |                         ^^^^^^^^^^^^^^^
              = at inbound.a.rate
              = help: units are ms, s, min, h, day, week and month\
            """);
  }

  /** Parses the text once for each scalar and some values of a variable in its place. */
  private void sweep(String text, int step) {
    int scalar = 0;
    for (String marked : MarkedFiles.marked(text)) {
      for (int i = scalar++ % step; i < MarkedFiles.VALUES.size(); i += step) {
        String value = MarkedFiles.VALUES.get(i);
        parsed++;
        problems(RulesFile.parse("penstock.yaml", marked, name -> valueOf(name, value)))
            .forEach(problem -> check(problem, marked, value));
      }
    }
  }

  private static String valueOf(String name, String value) {
    return name.equals(MarkedFiles.VARIABLE) ? value : "0123456789abcdef";
  }

  private static List<Problem> problems(ParsedRules parsed) {
    if (parsed instanceof ParsedRules.Broken broken) {
      return broken.problems();
    }
    ParsedRules.Good good = (ParsedRules.Good) parsed;
    List<Problem> all = new ArrayList<>(good.warnings());
    all.addAll(good.candidateProblems());
    return all;
  }

  private void check(Problem problem, String file, String value) {
    String shown = problem.render().toLowerCase(Locale.ROOT);
    boolean leaks = shown.contains(MarkedFiles.WORD) || shown.contains(MarkedFiles.NUMBER);
    if (leaks && this.leaks.size() < 20) {
      this.leaks.add(value + " in\n" + file + "\n" + problem.render());
    }
  }
}
