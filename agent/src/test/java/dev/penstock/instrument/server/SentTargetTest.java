package dev.penstock.instrument.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentTargetTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          /a/b                   | /a/b          | none
          /a%2Fb?                | /a%2Fb        | ''
          /a?b=c?d=/e            | /a            | b=c?d=/e
          /a://b                 | /a://b        | none
          http://host:80/a?b     | /a            | b
          http://host            | /             | none
          *                      | *             | none
          ?/a                    | ''            | /a
          """)
  void splitsATarget(String target, String path, @Nullable String query) {
    assertThat(SentTarget.of(target)).isEqualTo(new SentTarget(path, query));
  }
}
