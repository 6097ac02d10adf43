package dev.penstock.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final PrintStream terminal =
      new PrintStream(shown, /* autoFlush= */ false, StandardCharsets.UTF_8);
  private long millis;

  private ProgressBar bar(long allBytes) {
    return new ProgressBar(terminal, allBytes, () -> millis * 1_000_000);
  }

  private String shown() {
    return shown.toString(StandardCharsets.UTF_8).replace('\r', '|');
  }

  @Test
  void showsProgressAtMostFiveTimesPerSecondAndClearsIt() {
    try (ProgressBar bar = bar(10_000)) {
      for (millis = 0; millis <= 500; millis += 100) {
        bar.at(millis * 5, millis * 10_000);
      }
      millis = 2000;
      bar.at(10_000, 3_000_000);
    }

    assertThat(shown())
        .isEqualTo(
            "| 10 %, 10,000,000 lines/s, 2 s left"
                + "| 20 %, 10,000,000 lines/s, 2 s left"
                + "|100 %, 1,500,000 lines/s, 0 s left "
                + "|                                  |");
  }

  @Test
  void showsTheLinesReadIfTheSizeIsUnknown() {
    try (ProgressBar bar = bar(/* allBytes= */ 0)) {
      millis = 1000;
      bar.at(5_000, 1_500_000);
    }

    assertThat(shown()).startsWith("|1,500,000 lines, 1,500,000 lines/s|");
  }

  @Test
  void showsNothingToAPipe() {
    assertThat(ProgressBar.on(terminal, List.of("access.log"))).isNull();
  }
}
