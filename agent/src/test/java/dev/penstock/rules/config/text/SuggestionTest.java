package dev.penstock.rules.config.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
  private static final List<String> KNOWN =
      List.of("match", "key", "rate", "burst", "algorithm", "on-missing-key");

  @ParameterizedTest
  @CsvSource({
    "macth, match",
    "Match, match",
    "kei, key",
    "rates, rate",
    "on_missing_key, on-missing-key",
    "algoritm, algorithm",
    "limit,",
    "x,",
    "'',",
    "matchmatchmatchmatchmatchmatch,",
  })
  void guessesOnlyWhatIsNear(String written, String meant) {
    assertThat(Suggestion.nearest(written, KNOWN)).isEqualTo(meant);
  }
}
