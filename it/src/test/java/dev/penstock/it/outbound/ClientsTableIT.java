package dev.penstock.it.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.it.harness.SupportedTable;
import dev.penstock.it.harness.apps.ClientTestApp;
import dev.penstock.it.harness.apps.Matrix;
import dev.penstock.it.harness.apps.TestedLibrary;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of clients in docs/supported.md names all hooks and tested versions. */
class ClientsTableIT {
  private static final Pattern VERSION = Pattern.compile("\\d+(?:\\.\\d+)+");

  private final SupportedTable table = SupportedTable.of("client");

  @Test
  void hasOneRowPerHook() {
    String rules =
        """
        version: 1
        outbound:
          all: { match: "*://*:*/**", rate: 5/s, count-retries: true }
        """;
    assertThat(table.hooks()).isEqualTo(SupportedTable.hooksUnder(rules));
  }

  static Stream<Arguments> built() {
    return Arrays.stream(ClientTestApp.values())
        .filter(ClientTestApp::isBuilt)
        .flatMap(app -> app.libraries().stream().map(library -> Arguments.of(app, library)));
  }

  /** The cell has the form {@code OkHttp 3.14.9, 4.12.0, 5.3.2}. */
  @ParameterizedTest
  @MethodSource("built")
  void namesTheTestedVersion(ClientTestApp app, TestedLibrary library) {
    String version = library.versionIn(app);
    assertThat(version).as(library.artifact()).isNotEmpty();
    assertThat(table.tested())
        .containsPattern(
            "\\b" + library.name() + " (?:[\\d.]+, )*" + Pattern.quote(version) + "(?![.\\d])");
  }

  @Test
  void namesOnlyTestedVersions() {
    assumeTrue(Matrix.FULL, "only the full matrix tests every version");
    Set<String> tested =
        built()
            .map(Arguments::get)
            .map(pair -> ((TestedLibrary) pair[1]).versionIn((ClientTestApp) pair[0]))
            .collect(Collectors.toSet());
    assertThat(VERSION.matcher(table.tested()).results().map(MatchResult::group))
        .allMatch(tested::contains);
  }
}
