package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.docs.MarkdownFile;
import dev.penstock.rules.config.JsonSchema;
import dev.penstock.rules.config.ParsedRules;
import dev.penstock.rules.config.RulesFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The files in {@code config-samples} and the one that {@code init} writes. */
class SamplesTest {
  private static final File SAMPLES = new File("../config-samples");
  private static final String EXPLAIN = "#     java -jar penstock.jar explain ";

  /** Samples need no variables except credentials. */
  private static @Nullable String credential(String name) {
    return name.endsWith("_PASSWORD") || name.endsWith("_SECRET") || name.endsWith("_TOKEN")
        ? "of-" + name + "!-of-it"
        : null;
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everySampleIsValid(File sample) throws IOException {
    assertThat(RulesFile.read(sample, SamplesTest::credential))
        .isInstanceOfSatisfying(
            ParsedRules.Good.class,
            good -> {
              assertThat(good.warnings()).isEmpty();
              assertThat(good.candidateProblems()).isEmpty();
            });
    assertThat(JsonSchema.problems(Resources.schema(), Files.readString(sample.toPath())))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everySampleSaysHowToTryIt(File sample) throws IOException, UsageException {
    String text = Files.readString(sample.toPath());
    assertThat(text).startsWith("# yaml-language-server: $schema=penstock.schema.json\n");
    String command =
        text.lines().filter(line -> line.startsWith(EXPLAIN)).findFirst().orElseThrow();
    String[] args = command.substring(EXPLAIN.length()).split(" (?=(?:[^']*'[^']*')*[^']*$)", -1);
    args[0] = sample.getPath();
    Stream<String> unquoted = Stream.of(args).map(arg -> arg.replace("'", ""));
    assertThat(Shell.explain(unquoted.toList(), SamplesTest::credential))
        .contains(" applies\n")
        .doesNotContain("of-REDIS_PASSWORD", "of-PENSTOCK_SECRET", "of-PENSTOCK_TOKEN")
        .endsWith("exit 0");
  }

  @ParameterizedTest
  @MethodSource("rulesFilesInDocs")
  void rulesFilesInTheReadmeAndTheDocsAreValid(MarkdownFile page, String rules) {
    // Named as if it were among the samples, where the files are that it refers to.
    String name = new File(SAMPLES, "docs.yaml").getPath();
    assertThat(RulesFile.parse(name, rules, SamplesTest::credential))
        .as(() -> page + ":\n" + rules)
        .isInstanceOfSatisfying(
            ParsedRules.Good.class, good -> assertThat(good.candidateProblems()).isEmpty());
    assertThat(JsonSchema.problems(Resources.schema(), rules)).isEmpty();
  }

  static Stream<Arguments> rulesFilesInDocs() {
    return MarkdownFile.all().stream()
        .flatMap(
            page ->
                page.blocks("yaml").stream()
                    .filter(block -> block.lines().anyMatch(line -> line.startsWith("version: 1")))
                    .map(rules -> Arguments.of(page, rules)));
  }

  static Stream<File> samples() {
    return Stream.of(
        Objects.requireNonNull(SAMPLES.listFiles((dir, name) -> name.endsWith(".yaml"))));
  }

  @Test
  void theSchemaInTheSamplesEqualsThePrintedOne() throws IOException {
    assertThat(Shell.run("schema"))
        .isEqualTo(Files.readString(new File(SAMPLES, "penstock.schema.json").toPath()) + "exit 0");
  }

  @Test
  void theStarterInTheSamplesEqualsTheOneOfInit() throws IOException {
    assertThat(Files.readString(new File(SAMPLES, "starter.yaml").toPath()))
        .isEqualTo(Resources.starter());
  }

  @Test
  void commentedRulesOfTheStarterAreValid() {
    String uncommented = Resources.starter().replaceAll("(?m)^( *)# ( *[a-z-]+:( .*)?)$", "$1$2");
    uncommented = uncommented.substring(uncommented.indexOf("version: 1"));
    assertThat(RulesFile.parse("starter.yaml", uncommented, SamplesTest::credential))
        .isInstanceOfSatisfying(
            ParsedRules.Good.class,
            good -> {
              assertThat(good.rules().inbound().rules())
                  .extracting("name")
                  .contains("login", "search");
              assertThat(good.rules().inbound().clientAddress().trustedProxies()).hasSize(1);
              assertThat(good.rules().outbound().rules())
                  .extracting("name")
                  .containsExactly("payments");
              assertThat(good.rules().inbound().settings().store().redis()).isNotNull();
              assertThat(good.rules().inbound().settings().visibility())
                  .hasToString("VisibilitySettings[console=127.0.0.1:9797, jmx=true, spans=true]");
              assertThat(good.warnings()).isEmpty();
            });
  }
}
