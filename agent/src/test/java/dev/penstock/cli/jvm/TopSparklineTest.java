package dev.penstock.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TopSparklineTest {
  @Test
  void theHighestFigureIsTheHighestSignAndAnythingIsMoreThanNothing() {
    List<Double> figures = List.of(0.0, 0.01, 50.0, 100.0);
    assertThat(TopSparkline.of(figures, /* blocks= */ true)).isEqualTo("▁▂▅█");
    assertThat(TopSparkline.of(figures, /* blocks= */ false)).isEqualTo("_.=#");
  }

  @Test
  void nothingIsAFlatLine() {
    assertThat(TopSparkline.of(List.of(0.0, 0.0), /* blocks= */ true)).isEqualTo("▁▁");
    assertThat(TopSparkline.of(List.of(), /* blocks= */ true)).isEmpty();
  }

  @Test
  void aTerminalOfUnknownSizeIsAUsualOne() {
    assertThat(TerminalSize.parse("50 132")).isEqualTo(new TerminalSize(50, 132));
    assertThat(TerminalSize.parse("")).isEqualTo(new TerminalSize(24, 80));
    assertThat(TerminalSize.parse("0 0")).isEqualTo(new TerminalSize(24, 80));
  }
}
