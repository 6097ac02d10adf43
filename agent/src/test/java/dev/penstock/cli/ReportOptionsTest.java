package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportOptionsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                        | `report` needs a divergence log such as divergence.jsonl
          --html x.html             | `report` needs a divergence log such as divergence.jsonl
          x --html                  | `--html` needs a value
          x --htlm y                | `report` has no option `--htlm`
          x --key 42                | `42` is not a key such as user=42
          x --threshold two         | `two` is not a percentage such as 2%
          x --threshold 101%        | `101%` is not a percentage such as 2%
          x --threshold -1          | `-1` is not a percentage such as 2%
          x --min-requests many     | `many` is not a number of requests
          x --min-duration 24       | `24` is not a duration such as 24h or 30min
          x --min-duration 2moons    | `2moons` is not a duration such as 24h or 30min
          """)
  void rejectsInvalidArguments(String args, String message) {
    List<String> words = args.isEmpty() ? List.of() : List.of(args.split(" ", -1));
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> ReportOptions.parse(words))
        .withMessage(message);
  }
}
