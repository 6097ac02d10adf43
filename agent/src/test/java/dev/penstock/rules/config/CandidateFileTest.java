package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.Mode;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.StoreSettings;
import dev.penstock.rules.VisibilitySettings;
import dev.penstock.rules.config.text.Problem;
import dev.penstock.store.redis.client.FailurePolicy;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests candidate files, with which the active rules file is compared. */
class CandidateFileTest {
  private static final String RULES = "version: 1\ninbound: { a: { match: /a, rate: 5/s } }\n";
  @TempDir private File folder;

  @Test
  void isReadFromTheFolderOfTheRulesFile() throws IOException {
    write("next.yaml", RULES.replace("5/s", "6/s"));
    ParsedRules.Good good = read("shadow: next.yaml\n" + RULES);
    RuleSets.Candidate candidate = Objects.requireNonNull(good.rules().candidate());
    assertThat(candidate.name()).isEqualTo("next.yaml");
    assertThat(candidate.rules().inbound().rules().get(0).quotas().get(0).rate()).isEqualTo("6/s");
    assertThat(good.warnings()).isEmpty();
    assertThat(good.candidateProblems()).isEmpty();
    assertThat(good.alsoRead()).containsExactly(new File(folder, "next.yaml"));
  }

  @Test
  void canBeNamedTogetherWithTheCriteria() throws IOException {
    write("next.yaml", RULES);
    ParsedRules.Good good = read("shadow: { file: next.yaml, threshold: 1% }\n" + RULES);
    assertThat(good.rules().candidate()).isNotNull();
    assertThat(good.rules().inbound().settings().shadowing().terms().thresholdPpm())
        .isEqualTo(10_000);
  }

  @Test
  void problemsOfTheCandidateDoNotAffectTheRules() throws IOException {
    write("next.yaml", "version: 1\ninbound: { a: { match: /a, rate: 5/sek } }\n");
    ParsedRules.Good good = read("shadow: next.yaml\n" + RULES);
    assertThat(good.rules().candidate()).isNull();
    assertThat(good.rules().size()).isEqualTo(1);
    assertThat(good.alsoRead()).containsExactly(new File(folder, "next.yaml"));
    assertThat(text(good.candidateProblems()))
        .isEqualTo(
            """
            next.yaml:2:36: error: unknown unit `sek`
              |
            2 | inbound: { a: { match: /a, rate: 5/sek } }
              |                                    ^^^
              = at inbound.a.rate
              = help: did you mean `s`? Units are ms, s, min, h, day, week and month""");
  }

  @Test
  void isWatchedEvenIfItDoesNotExist() throws IOException {
    ParsedRules.Good good = read("shadow: next.yaml\n" + RULES);
    assertThat(good.alsoRead()).containsExactly(new File(folder, "next.yaml"));
    assertThat(text(good.candidateProblems()))
        .isEqualTo(
            """
            next.yaml: error: there is no such file
              = help: the path of a candidate is relative to the folder of the rules file""");
  }

  @Test
  void isWatchedWithItsPlanTableAndEvenIfTheRulesAreBroken() throws IOException {
    write(
        "next.yaml",
        """
        version: 1
        plans: { from: header.X-Key, table: plans.csv, default: free }
        inbound: { a: { match: /a, rate: { free: 5/s } } }
        """);
    List<File> files = List.of(new File(folder, "next.yaml"), new File(folder, "plans.csv"));
    ParsedRules.Good good = read("shadow: next.yaml\n" + RULES);
    assertThat(good.alsoRead()).isEqualTo(files);
    assertThat(good.candidateProblems()).hasSize(1);
    File rules = write("penstock.yaml", "shadow: next.yaml\ncolour: blue\n" + RULES);
    assertThat(RulesFile.read(rules)).isInstanceOf(ParsedRules.Broken.class);
    assertThat(RulesFile.read(rules).alsoRead()).isEqualTo(files);
  }

  @Test
  void cannotNameAnotherCandidate() throws IOException {
    write("next.yaml", "shadow: penstock.yaml\n" + RULES);
    assertThat(text(read("shadow: next.yaml\n" + RULES).candidateProblems()))
        .isEqualTo(
            """
            next.yaml:1:9: error: a candidate file cannot name another candidate
              |
            1 | shadow: penstock.yaml
              |         ^^^^^^^^^^^^^
              = at shadow
              = help: remove `shadow` from this file""");
  }

  @Test
  void warnsOfIgnoredSettings() throws IOException {
    write(
        "next.yaml",
        """
        version: 1
        mode: shadow
        shadow: { threshold: 1% }
        shadow-log: a.jsonl
        inbound: { a: { match: /a, rate: 5/s, shadow: { rate: 6/s } } }
        """);
    ParsedRules.Good good = read("shadow: next.yaml\n" + RULES);
    RuleSets candidate = Objects.requireNonNull(good.rules().candidate()).rules();
    assertThat(candidate.mode()).isEqualTo(Mode.SHADOW);
    assertThat(candidate.inbound().rules().get(0).candidate()).isNull();
    assertThat(text(good.warnings()))
        .isEqualTo(
            """
            next.yaml:2:7: warning: this candidate would not reject any call
              |
            2 | mode: shadow
              |       ^^^^^^
              = at mode
              = help: write `mode: enforce` to see which calls it would reject
            next.yaml:3:1: warning: `shadow` in a candidate file is ignored
              |
            3 | shadow: { threshold: 1% }
              | ^^^^^^
              = at shadow
              = help: the setting of the active rules file applies
            next.yaml:4:1: warning: `shadow-log` in a candidate file is ignored
              |
            4 | shadow-log: a.jsonl
              | ^^^^^^^^^^
              = at shadow-log
              = help: the setting of the active rules file applies
            next.yaml:5:39: warning: `shadow` blocks in a candidate file are ignored
              |
            5 | inbound: { a: { match: /a, rate: 5/s, shadow: { rate: 6/s } } }
              |                                       ^^^^^^
              = at inbound.a.shadow
              = help: remove the block, or replace the settings of the rule by those in the block""");
  }

  @Test
  void usesTheStoreOfTheActiveFile() throws IOException {
    String redis = "store: { redis: 'redis://h', on-failure: closed, instances: 2, secret: %s }\n";
    String store = redis.formatted("0123456789abcdef");
    write(
        "next.yaml",
        """
        version: 1
        store: { redis: "redis://ann:hunter2@other", max-keys: 5000 }
        inbound:
          a: { match: /a, rate: 5/s }
          b: { match: /b, rate: 5/s, on-store-failure: open }
        """);
    ParsedRules.Good good = read("shadow: next.yaml\n" + store + RULES);
    RuleSets next = Objects.requireNonNull(good.rules().candidate()).rules();
    assertThat(next.inbound().settings().store())
        .isEqualTo(new StoreSettings(5_000, good.rules().inbound().settings().store().redis()));
    assertThat(next.inbound().rules().get(0).quotas().get(0).onOutage())
        .isEqualTo(FailurePolicy.CLOSED);
    assertThat(next.inbound().rules().get(1).quotas().get(0).onOutage())
        .isEqualTo(FailurePolicy.OPEN);
    assertThat(text(good.warnings()))
        .isEqualTo(
            """
            next.yaml:2:1: warning: in the `store` of a candidate file only `max-keys` is used
              |
            2 | store: { redis: "redis://***@other", max-keys: 5000 }
              | ^^^^^
              = at store
              = help: the other settings of the active rules file apply""");
  }

  @Test
  void usesTheConsoleAndTelemetryOfTheActiveFile() throws IOException {
    write("next.yaml", "console: 1\ntelemetry: { jmx: true }\n" + RULES);
    ParsedRules.Good good = read("shadow: next.yaml\nconsole: 2\n" + RULES);
    assertThat(good.rules().inbound().settings().visibility())
        .hasToString("VisibilitySettings[console=127.0.0.1:2, jmx=false, spans=false]");
    RuleSets next = Objects.requireNonNull(good.rules().candidate()).rules();
    assertThat(next.inbound().settings().visibility()).isEqualTo(VisibilitySettings.NONE);
    assertThat(text(good.warnings()))
        .isEqualTo(
            """
            next.yaml:1:1: warning: `console` in a candidate file is ignored
              |
            1 | console: 1
              | ^^^^^^^
              = at console
              = help: the setting of the active rules file applies
            next.yaml:2:1: warning: `telemetry` in a candidate file is ignored
              |
            2 | telemetry: { jmx: true }
              | ^^^^^^^^^
              = at telemetry
              = help: the setting of the active rules file applies""");
  }

  @Test
  void canHaveItsOwnMaxKeysButNoSettingThatRequiresRedis() throws IOException {
    write("next.yaml", "store: { max-keys: 5000 }\n" + RULES);
    assertThat(read("shadow: next.yaml\n" + RULES).warnings()).isEmpty();
    write("next.yaml", RULES.replace("5/s", "5/s, on-store-failure: open"));
    assertThat(text(read("shadow: next.yaml\n" + RULES).candidateProblems()))
        .startsWith("next.yaml:2:39: error: `on-store-failure` requires `store.redis`");
  }

  @Test
  void isTheOnlyCandidateThatIsEvaluated() throws IOException {
    String next = write("next.yaml", RULES).getPath();
    String rules =
        """
        version: 1
        inbound:
          a: { match: /a, rate: 5/s, mode: shadow }
          b: { match: /b, rate: 5/s, mode: off, enforce: 5% }
        outbound:
          c: { match: "https://*/**", rate: 5/s, enforce: 5% }
        """;
    String warnings =
        """
        penstock.yaml: warning: the shadow settings of the rule `a` are not evaluated
          = help: only one candidate can be compared at a time: to compare the rule, enforce it in `%1$s`
        penstock.yaml: warning: the shadow settings of the rule `c` are not evaluated
          = help: only one candidate can be compared at a time: to compare the rule, enforce it in `%1$s`""";
    assertThat(text(read("shadow: next.yaml\n" + rules).warnings()))
        .isEqualTo(warnings.formatted("next.yaml"));
    assertThat(text(read(rules, next).warnings())).isEqualTo(warnings.formatted("next.yaml"));
    assertThat(read(rules).warnings()).isEmpty();
  }

  @Test
  void canBeNamedByTheAgentOption() throws IOException {
    String next = write("next.yaml", RULES.replace("5/s", "6/s")).getPath();
    ParsedRules.Good good = read("shadow: gone.yaml\nshadow-log: a.jsonl\n" + RULES, next);
    assertThat(Objects.requireNonNull(good.rules().candidate()).name()).isEqualTo(next);
    assertThat(good.alsoRead()).containsExactly(new File(next));
    assertThat(good.warnings()).isEmpty();
    assertThat(read(RULES, next).rules().candidate()).isNotNull();
  }

  @Test
  void aConflictWithTheAgentOptionDoesNotRejectTheRules() throws IOException {
    File next = write("next.yaml", RULES);
    String rules = "version: 1\ninbound: { a: { match: /a, rate: 5/s, shadow: { rate: 6/s } } }\n";
    ParsedRules.Good good = read(rules, next.getPath());
    assertThat(good.rules().candidate()).isNull();
    assertThat(good.rules().inbound().rules().get(0).candidate()).isNotNull();
    assertThat(text(good.candidateProblems()))
        .isEqualTo(
            """
            next.yaml: error: the active rule `a` already has a candidate
              = help: only one candidate can be compared at a time: remove its `shadow` block, or the agent option""");
    write("next.yaml", "mode: off\n" + RULES);
    assertThat(text(read(rules, next.getPath()).warnings()))
        .startsWith("next.yaml:1:7: warning: this candidate would not reject any call");
    assertThat(text(read(rules, new File(folder, "gone.yaml").getPath()).candidateProblems()))
        .isEqualTo(
            """
            gone.yaml: error: there is no such file
              = help: the path in the agent option `shadow` is relative to the working directory""");
  }

  private ParsedRules.Good read(String rules) throws IOException {
    return read(rules, /* candidate= */ null);
  }

  private ParsedRules.Good read(String rules, @Nullable String candidate) throws IOException {
    ParsedRules parsed = RulesFile.read(write("penstock.yaml", rules), candidate);
    assertThat(parsed).isInstanceOf(ParsedRules.Good.class);
    return (ParsedRules.Good) parsed;
  }

  private File write(String name, String text) throws IOException {
    File file = new File(folder, name);
    Files.writeString(file.toPath(), text);
    return file;
  }

  private String text(List<Problem> problems) {
    return problems.stream()
        .map(Problem::render)
        .collect(Collectors.joining("\n"))
        .replace(folder.getPath() + File.separator, "");
  }
}
