package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeaderLinesTest {
  @Test
  void areJoinedWithCommas() {
    assertThat(HeaderLines.joined(List.of("a"))).isEqualTo("a");
    assertThat(HeaderLines.joined(List.of("a", "b, c", ""))).isEqualTo("a, b, c, ");
  }

  @Test
  void areNothingIfThereIsNone() {
    assertThat(HeaderLines.joined(List.of())).isNull();
    assertThat(HeaderLines.joined(null)).isNull();
  }
}
