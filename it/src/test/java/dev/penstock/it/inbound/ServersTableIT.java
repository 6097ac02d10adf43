package dev.penstock.it.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.SupportedTable;
import dev.penstock.it.harness.apps.ServerTestApp;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of servers in docs/supported.md names all hooks and tested versions. */
class ServersTableIT {
  private final SupportedTable table = SupportedTable.of("server or framework");

  @Test
  void hasOneRowPerHook() {
    String rules =
        """
        version: 1
        inbound:
          all: { match: /**, key: [user, route], rate: 5/s }
        """;
    assertThat(table.hooks()).isEqualTo(SupportedTable.hooksUnder(rules));
  }

  static Stream<ServerTestApp> builtWithALibrary() {
    return Arrays.stream(ServerTestApp.values())
        .filter(app -> app.isBuilt() && !app.version().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("builtWithALibrary")
  void namesTheTestedVersion(ServerTestApp app) {
    assertThat(table.tested()).containsPattern("[ (]" + Pattern.quote(app.version()) + "\\b");
  }
}
