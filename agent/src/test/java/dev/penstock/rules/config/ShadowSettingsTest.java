package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.CutoverCriteria;
import dev.penstock.rules.ShadowLogSettings;
import dev.penstock.rules.ShadowSettings;
import java.io.File;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the parsing of the criteria for a ready candidate and of the divergence log. */
class ShadowSettingsTest {
  private static final String RULE =
      "version: 1\ninbound: { a: { match: /a, rate: 5/s, shadow: { rate: 6/s } } }\n";

  @Test
  void hasDefaultCriteriaAndNoLogByDefault() {
    assertThat(shadowing("")).isEqualTo(ShadowSettings.DEFAULT);
    assertThat(shadowing("shadow: { threshold: 2% }")).isEqualTo(ShadowSettings.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          threshold: 0.5%       | 5000    | 1000          | 86400000000
          threshold: 0.0001%    | 1       | 1000          | 86400000000
          threshold: 0%         | 0       | 1000          | 86400000000
          threshold: 100 %      | 1000000 | 1000          | 86400000000
          threshold: 12.34%     | 123400  | 1000          | 86400000000
          min-requests: 0       | 20000   | 0             | 86400000000
          min-duration: 0s      | 20000   | 1000          | 0
          min-duration: 1500ms  | 20000   | 1000          | 1500000
          min-duration: 2week   | 20000   | 1000          | 1209600000000
          min-duration: 3day    | 20000   | 1000          | 259200000000
          """)
  void readsTheCriteria(String written, long ppm, long requests, long micros) {
    assertThat(shadowing("shadow: { " + written + " }").terms())
        .isEqualTo(new CutoverCriteria(ppm, requests, micros));
  }

  @Test
  void aLogIsAPathOrAMap() {
    assertThat(log("shadow-log: a.jsonl"))
        .isEqualTo(new ShadowLogSettings("a.jsonl", 64L << 20, 4, null));
    assertThat(
            log("shadow-log: { path: a.jsonl, max-size: 2GB, keep: 0, secret: 0123456789abcdef }"))
        .isEqualTo(new ShadowLogSettings("a.jsonl", 2L << 30, 0, "0123456789abcdef"));
    assertThat(log("shadow-log: { path: a.jsonl, max-size: 2048 KiB }").maxBytes())
        .isEqualTo(2L << 20);
  }

  @Test
  void theLogPathIsRelativeToTheFolderOfTheRulesFile() {
    String name = new File("folder", "penstock.yaml").getPath();
    ParsedRules parsed = RulesFile.parse(name, RULE + "shadow-log: logs/a.jsonl", any -> null);
    ShadowSettings shadowing = ((ParsedRules.Good) parsed).rules().inbound().settings().shadowing();
    assertThat(Objects.requireNonNull(shadowing.log()).path())
        .isEqualTo(new File(new File("folder", "logs"), "a.jsonl").getPath());
    String absolute = new File("a.jsonl").getAbsolutePath();
    assertThat(log("shadow-log: '" + absolute + "'").path()).isEqualTo(absolute);
  }

  @Test
  void warnsIfNothingIsInShadow() {
    assertThat(
            Good.warnings(
                """
                version: 1
                shadow: { threshold: 1% }
                shadow-log: a.jsonl
                inbound: { a: { match: /a, rate: 5/s } }
                """))
        .isEqualTo(
            """
            penstock.yaml:2:1: warning: nothing is in shadow mode, so `shadow` has no effect
              |
            2 | shadow: { threshold: 1% }
              | ^^^^^^
              = at shadow
              = help: name a candidate file, or add a `shadow` block or `mode: shadow` to a rule
            penstock.yaml:3:1: warning: nothing is in shadow mode, so `shadow-log` has no effect
              |
            3 | shadow-log: a.jsonl
              | ^^^^^^^^^^
              = at shadow-log
              = help: name a candidate file, or add a `shadow` block or `mode: shadow` to a rule""");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "inbound: { a: { match: /a, rate: 5/s, mode: shadow } }",
        "inbound: { a: { match: /a, rate: 5/s, enforce: 99% } }",
        "inbound: { a: { match: /a, rate: 5/s, shadow: { rate: 6/s } } }",
        "outbound: { a: { match: 'https://a.org/**', rate: 5/s, mode: shadow } }",
        "mode: shadow\ninbound: { a: { match: /a, rate: 5/s } }",
        "shadow: ../config-samples/next.yaml\ninbound: { a: { match: /a, rate: 5/s } }",
      })
  void doesNotWarnIfSomethingIsInShadow(String rules) {
    assertThat(Good.warnings("version: 1\nshadow-log: a.jsonl\n" + rules)).isEmpty();
  }

  private static ShadowSettings shadowing(String settings) {
    return Good.file(RULE + settings).rules().inbound().settings().shadowing();
  }

  private static ShadowLogSettings log(String setting) {
    return Objects.requireNonNull(shadowing(setting).log());
  }
}
