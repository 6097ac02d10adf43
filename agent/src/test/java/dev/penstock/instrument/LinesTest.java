package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LinesTest {
  @Test
  void areJoinedWithCommas() {
    assertThat(Lines.joined(List.of("a"))).isEqualTo("a");
    assertThat(Lines.joined(List.of("a", "b, c", ""))).isEqualTo("a, b, c, ");
  }

  @Test
  void areNothingIfThereIsNone() {
    assertThat(Lines.joined(List.of())).isNull();
    assertThat(Lines.joined(null)).isNull();
  }
}
