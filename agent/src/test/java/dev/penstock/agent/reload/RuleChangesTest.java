package dev.penstock.agent.reload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.RuleSets;
import dev.penstock.rules.RuleSets.Candidate;
import dev.penstock.rules.config.Good;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the description of changed outbound rules and settings in the log line of a reload. */
class RuleChangesTest {
  @Test
  void namesTheOutboundRulesThatWereAddedChangedAndRemoved() {
    String before =
        """
        version: 1
        outbound:
          pay: { match: https://pay.org/**, rate: 5/s }
          old: { match: https://old.org/**, concurrency: 5 }
        """;
    String after =
        """
        version: 1
        outbound:
          pay: { match: https://pay.org/**, rate: 6/s }
          heed: { match: "https://*/**", learn: true }
        """;
    assertThat(between(before, after))
        .isEqualTo(
            "changed pay (5/s by global on [https://pay.org/**]"
                + " -> 6/s by global on [https://pay.org/**]),"
                + " added heed (learning on [https://*/**]), removed old");
  }

  @Test
  void namesARuleOnceThatHasMovedToTheOtherSection() {
    String out = "version: 1\noutbound: { a: { match: 'https://b.org/**', rate: 5/s } }";
    String in = "version: 1\ninbound: { a: { match: /**, rate: 5/s } }";
    assertThat(between(out, in))
        .isEqualTo("changed a (5/s by global on [https://b.org/**] -> 5/s by global on [/**])");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          wait: 3s                   | wait: 4s
          queue: 9                   | queue: 8
          learn: { cap: 1min }       | learn: { cap: 1h }
          learn: { cap: 10min }      | learn: false
          learn: true, backoff: true | learn: true
          learn: true, backoff: true | learn: true, backoff: { base: 1s }
          count-retries: true        | count-retries: false
          algorithm: leaky-bucket    | algorithm: gcra
          burst: 8                   | burst: 9
          cost: 1                    | cost: 2
          mode: enforce              | mode: shadow
          enforce: 5%                | enforce: 6%
          on-missing-key: skip       | on-missing-key: deny
          cost: 1                    | shadow: { rate: 6/min }
          shadow: { rate: 7/min }    | shadow: { rate: 6/min }
          shadow: { burst: 7 }       | shadow: { burst: 6 }
          shadow: { wait: 7s }       | cost: 1
          """)
  void namesAnOutboundRuleForEachChangedSetting(String before, String after) {
    assertThat(between(pacedWith(before), pacedWith(after))).isEqualTo("changed a");
  }

  @Test
  void doesNotReportAnEquivalentSpelling() {
    assertThat(between(pacedWith("wait: 30s"), pacedWith("learn: false")))
        .isEqualTo("no rule has changed");
  }

  @Test
  void reportsTheModeOnceForBothSections() {
    assertThat(between(pacedWith("wait: 3s"), "mode: off\n" + pacedWith("wait: 3s")))
        .isEqualTo("mode is off");
  }

  @Test
  void namesTheCandidateFile() {
    RuleSets rules = Good.file(pacedWith("wait: 3s")).rules();
    RuleSets next = Good.file(pacedWith("wait: 4s")).rules();
    RuleSets compared = rules.withCandidate(new Candidate("next.yaml", rules));
    assertThat(RuleChanges.between(rules, compared)).isEqualTo("candidate next.yaml added");
    assertThat(RuleChanges.between(compared, rules)).isEqualTo("candidate next.yaml removed");
    assertThat(RuleChanges.between(compared, compared)).isEqualTo("no rule has changed");
    assertThat(RuleChanges.between(compared, rules.withCandidate(new Candidate("next.yaml", next))))
        .isEqualTo("candidate next.yaml changed (changed a)");
    assertThat(RuleChanges.between(compared, rules.withCandidate(new Candidate("b.yaml", rules))))
        .isEqualTo("candidate next.yaml removed, candidate b.yaml added");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shadow: { threshold: 1% }",
        "shadow: { min-requests: 1 }",
        "shadow-log: a.jsonl",
        "shadow-log: { path: a.jsonl, keep: 5 }"
      })
  void reportsShadowSettingsAsSettings(String setting) {
    String rules = pacedWith("mode: shadow");
    assertThat(between(rules, rules + setting + "\n")).isEqualTo("changed settings");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          max-keys: 5000           | redis: redis://ann:pw@h/2    | store: now redis://h:6379/2 (exact), changed settings
          redis: redis://h         | redis: redis://h, accuracy: leased | store: now redis://h:6379 (leased)
          redis: redis://h         | redis: "redis://h1,h2"       | store: now redis://h1:6379,h2:6379 (exact)
          redis: redis://a:pw@h    | redis: redis://a:pw2@h       | store: changed redis
          redis: redis://h         | redis: redis://h, timeout: 9ms, prefix: b, instances: 2 | store: changed timeout and instances and prefix
          redis: redis://h         | redis: redis://h, secret: hunter2-hunter2-hunter2 | store: changed secret
          redis: redis://h         | redis: redis://h, on-failure: open | changed a, store: changed on-failure
          redis: redis://h         | max-keys: 1000000            | store: now in this JVM alone
          redis: redis://h         | redis: redis://h:6379/0, accuracy: exact | no rule has changed
          """)
  void reportsChangesOfTheStore(String before, String after, String expected) {
    String rules = pacedWith("cost: 1") + "store: { %s }\n";
    assertThat(between(rules.formatted(before), rules.formatted(after))).isEqualTo(expected);
  }

  @Test
  void namesARuleWhoseOnStoreFailureHasChanged() {
    String redis = "store: { redis: redis://h }\n";
    assertThat(between(redis + pacedWith("cost: 1"), redis + pacedWith("on-store-failure: closed")))
        .isEqualTo("changed a");
  }

  private static String pacedWith(String settings) {
    return """
        version: 1
        outbound:
          a: { match: "https://a.org/**", key: header.X, rate: 5/min, %s }
        """
        .formatted(settings);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          console: 9797                            | console: 9798
          console: { port: 1, token: 0123456789abcdef } | console: { port: 1, token: 0123456789abcdeg }
          telemetry: { jmx: true }                 | telemetry: { spans: true }
          """)
  void reportsConsoleAndTelemetryAsSettings(String before, String after) {
    String file = "version: 1\ninbound: { a: { match: /**, rate: 5/s } }\n";
    assertThat(between(file + before, file + after)).isEqualTo("changed settings");
    assertThat(between(file + before, file)).isEqualTo("changed settings");
    assertThat(between(file + after, file + after)).isEqualTo("no rule has changed");
  }

  private static String between(String before, String after) {
    return RuleChanges.between(Good.file(before).rules(), Good.file(after).rules());
  }
}
