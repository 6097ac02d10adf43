package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The README's table of servers says what the agent weaves and what the build has tested. */
class ServersIT {
  private static final Path README = Artifacts.TEST_APPS.resolveSibling("README.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  @Test
  void hasARowForEveryHookAndNoOther() throws IOException {
    Set<String> written =
        table().stream()
            .flatMap(row -> CODE.matcher(row.get(2)).results())
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(written).isEqualTo(hooks());
  }

  static Stream<TestApp> builtWithALibrary() {
    return Arrays.stream(TestApp.values()).filter(app -> app.isBuilt() && !app.version().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("builtWithALibrary")
  void namesTheVersionThatWasTested(TestApp app) throws IOException {
    String tested = table().stream().map(row -> row.get(3)).collect(Collectors.joining("\n"));
    assertThat(tested).containsPattern("[ (]" + Pattern.quote(app.version()) + "\\b");
  }

  /** The cells of each row; the first is the empty one before the bar. */
  private static List<List<String>> table() throws IOException {
    return Files.readAllLines(README).stream()
        .dropWhile(line -> !line.startsWith("| server or framework | hooks |"))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .map(row -> Arrays.asList(row.split("\\|", -1)))
        .toList();
  }

  /** As the agent tells them when a rule needs all of them. */
  private static Set<String> hooks() {
    Stage stage = Stage.onEachJdk().findFirst().orElseThrow();
    String rules =
        """
        version: 1
        inbound:
          all: { match: /**, key: [user, route], rate: 5/s }
        """;
    try (var app = Launch.on(stage).rules(rules).start()) {
      return Pattern.compile("^  (\\S+) .*", Pattern.MULTILINE)
          .matcher(StatusIT.status(stage, app))
          .results()
          .map((MatchResult found) -> found.group(1))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
