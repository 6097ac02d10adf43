package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of servers in docs/supported.md names all hooks and tested versions. */
class ServersIT {
  private final ReadmeTable table = ReadmeTable.of("server or framework");

  @Test
  void hasARowForEveryHookAndNoOther() {
    String rules =
        """
        version: 1
        inbound:
          all: { match: /**, key: [user, route], rate: 5/s }
        """;
    assertThat(table.hooks()).isEqualTo(ReadmeTable.hooksUnder(rules));
  }

  static Stream<TestApp> builtWithALibrary() {
    return Arrays.stream(TestApp.values()).filter(app -> app.isBuilt() && !app.version().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("builtWithALibrary")
  void namesTheVersionThatWasTested(TestApp app) {
    assertThat(table.tested()).containsPattern("[ (]" + Pattern.quote(app.version()) + "\\b");
  }
}
