package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.Rule;
import dev.penstock.rules.config.text.Problem;
import java.util.stream.Collectors;

/** Parses valid rules files and fails on problems. */
public final class Good {
  private Good() {}

  public static ParsedRules.Good file(String text) {
    ParsedRules parsed = RulesFile.parse("penstock.yaml", text, name -> null);
    assertThat(parsed)
        .as(() -> parsed instanceof ParsedRules.Broken broken ? broken.problems().toString() : "")
        .isInstanceOf(ParsedRules.Good.class);
    return (ParsedRules.Good) parsed;
  }

  /** The rule {@code a} of a file without other rules and warnings. */
  static Rule rule(String body) {
    ParsedRules.Good good = file("version: 1\ninbound:\n  a: " + body.replace("\n", "\n  "));
    assertThat(good.warnings()).isEmpty();
    return good.rules().inbound().rules().get(0);
  }

  /** The outbound rule {@code a} of a file without other rules and warnings. */
  static Rule outbound(String body) {
    ParsedRules.Good good = file("version: 1\noutbound:\n  a: " + body.replace("\n", "\n  "));
    assertThat(good.warnings()).isEmpty();
    return good.rules().outbound().rules().get(0);
  }

  static String warnings(String text) {
    return file(text).warnings().stream().map(Problem::render).collect(Collectors.joining("\n"));
  }
}
