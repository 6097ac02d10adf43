package dev.penstock.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A table of docs/supported.md that says what the agent weaves, and what it was tested with.
 *
 * @param rows the cells of each; the first is the empty one before the bar
 */
record ReadmeTable(List<List<String>> rows) {
  private static final Path PAGE = Artifacts.PROJECT.resolve("docs/supported.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern HOOK =
      Pattern.compile("^  (\\S+) +(?:not met|in \\d+ class).*", Pattern.MULTILINE);

  /** The one whose first column is called this. */
  static ReadmeTable of(String firstColumn) {
    try {
      return new ReadmeTable(
          Files.readAllLines(PAGE).stream()
              .dropWhile(line -> !line.startsWith("| " + firstColumn + " | hooks | tested with |"))
              .skip(2)
              .takeWhile(line -> line.startsWith("|"))
              .map(row -> Arrays.asList(row.split("\\|", -1)))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names of hooks, of all rows. */
  Set<String> hooks() {
    return rows.stream()
        .flatMap(row -> CODE.matcher(row.get(2)).results())
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What was tested, a line for each row. */
  String tested() {
    return rows.stream().map(row -> row.get(3)).collect(Collectors.joining("\n"));
  }

  /** The same names as a running agent tells them under these rules. */
  static Set<String> hooksUnder(String rules) {
    Stage stage = Stage.onEachJdk().findFirst().orElseThrow();
    try (var app = Launch.on(stage).rules(rules).start()) {
      return HOOK.matcher(StatusIT.status(stage, app))
          .results()
          .map(found -> found.group(1))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
