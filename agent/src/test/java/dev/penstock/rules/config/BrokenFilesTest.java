package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.config.text.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the full text of the problems of each invalid file in {@code broken/}. */
class BrokenFilesTest {
  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenFiles")
  void reportsEveryProblem(BrokenFile broken) {
    ParsedRules parsed = RulesFile.parse("penstock.yaml", broken.text, BrokenFilesTest::variable);
    assertThat(parsed).isInstanceOf(ParsedRules.Broken.class);
    String rendered =
        ((ParsedRules.Broken) parsed)
            .problems().stream().map(Problem::render).collect(Collectors.joining("\n"));
    assertThat(rendered).isEqualTo(broken.answer);
  }

  private static @Nullable String variable(String name) {
    return name.equals("NONSENSE") ? "plenty" : null;
  }

  static Stream<BrokenFile> brokenFiles() {
    return tables(
        "yaml",
        "keys",
        "rates",
        "limits",
        "matches",
        "match-maps",
        "plans",
        "responses",
        "client-ip",
        "preflights",
        "outbound-matches",
        "outbound-rules",
        "shadow",
        "store",
        "console",
        "other-tools");
  }

  private static Stream<BrokenFile> tables(String... tables) {
    return Stream.of(tables)
        .flatMap(table -> Arrays.stream(read("broken/" + table + ".txt").split("(?m)^=== ")))
        .filter(block -> !block.isEmpty())
        .map(BrokenFile::new);
  }

  private static String read(String resource) {
    try (InputStream in = BrokenFilesTest.class.getResourceAsStream(resource)) {
      return new String(
          Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A title, a file and, after {@code --- gives}, the text of its problems. */
  static final class BrokenFile {
    private final String title;
    final String text;
    private final String answer;

    BrokenFile(String block) {
      int titleEnd = block.indexOf('\n') + 1;
      int gives = block.indexOf("--- gives\n");
      title = block.substring(0, titleEnd).strip();
      text = unescape(block.substring(titleEnd, gives));
      answer = block.substring(gives).lines().skip(1).collect(Collectors.joining("\n")).strip();
    }

    /** Editors remove or hide these characters, so the tables spell them out. */
    private static String unescape(String text) {
      return text.replace("<TAB>", "\t").replace("<BEL>", "\u0007");
    }

    @Override
    public String toString() {
      return title;
    }
  }
}
