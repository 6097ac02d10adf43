package dev.penstock.instrument.vertxclient;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VertxTargetTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /a/b                  | /a/b | ''
          /a?b=c?d              | /a   | b=c?d
          /a?                   | /a   | ''
          /a?url=http://other/b | /a   | url=http://other/b
          http://host/a?b=c     | /a   | b=c
          http://host           | ''   | ''
          """)
  void splitsTheUriIntoPathAndQuery(String uri, String path, String query) {
    VertxTarget target = VertxTarget.of("GET", "http", "host", 80, uri);
    assertThat(target.path()).isEqualTo(path);
    assertThat(textOf(target.query())).isEqualTo(query);
  }

  private static String textOf(@Nullable String text) {
    return text == null ? "" : text;
  }
}
