package dev.penstock.it.harness;

import dev.penstock.it.harness.apps.Artifacts;
import dev.penstock.it.harness.apps.TestTarget;
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
 * A table of docs/supported.md with hooks and tested versions.
 *
 * @param rows the cells of each row; the first cell is the empty text before the first bar
 */
public record SupportedTable(List<List<String>> rows) {
  private static final Path PAGE = Artifacts.PROJECT.resolve("docs/supported.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern HOOK =
      Pattern.compile("^  (\\S+) +(?:not met|in \\d+ class).*", Pattern.MULTILINE);

  /** The table whose first column has this title. */
  public static SupportedTable of(String firstColumn) {
    try {
      return new SupportedTable(
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

  /** The hook names of all rows. */
  public Set<String> hooks() {
    return rows.stream()
        .flatMap(row -> CODE.matcher(row.get(2)).results())
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The tested versions, one line per row. */
  public String tested() {
    return rows.stream().map(row -> row.get(3)).collect(Collectors.joining("\n"));
  }

  /** The hook names that a running agent with these rules reports. */
  public static Set<String> hooksUnder(String rules) {
    TestTarget target = TestTarget.onEachJdk().findFirst().orElseThrow();
    try (var app = Launch.on(target).rules(rules).start()) {
      return HOOK.matcher(AgentStatus.of(target, app))
          .results()
          .map(found -> found.group(1))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
