package dev.penstock.shadow.report;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SparklineTest {
  @Test
  void drawsTheHighestValueHighestAndEveryValueAboveZero() {
    double[] values = {0, 0.01, 50, 100};
    assertThat(Sparkline.of(values, UTF_8)).isEqualTo("▁▂▅█");
    assertThat(Sparkline.of(values, US_ASCII)).isEqualTo("_.=#");
  }

  @Test
  void drawsZerosAsAFlatLine() {
    assertThat(Sparkline.of(new double[] {0, 0}, UTF_8)).isEqualTo("▁▁");
    assertThat(Sparkline.of(new double[0], UTF_8)).isEmpty();
  }

  @Test
  void drawsAMissingValueAsAGap() {
    double[] values = {1, Sparkline.GAP, 1};
    assertThat(Sparkline.of(values, UTF_8)).isEqualTo("█ █");
  }
}
