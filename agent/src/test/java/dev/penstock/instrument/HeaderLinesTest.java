package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeaderLinesTest {
  @Test
  void joinsLinesWithCommas() {
    assertThat(HeaderLines.joined(List.of("a"))).isEqualTo("a");
    assertThat(HeaderLines.joined(List.of("a", "b, c", ""))).isEqualTo("a, b, c, ");
  }

  @Test
  void joinsInboundLinesWithoutBlanks() {
    assertThat(HeaderLines.compact(List.of("a"))).isEqualTo("a");
    assertThat(HeaderLines.compact(List.of("a", "b", ""))).isEqualTo("a,b,");
    assertThat(HeaderLines.compact(Collections.enumeration(List.of("a", "b")))).isEqualTo("a,b");
    assertThat(HeaderLines.compact(Collections.emptyEnumeration())).isNull();
  }

  @Test
  void returnsNullIfThereIsNoLine() {
    assertThat(HeaderLines.joined(List.of())).isNull();
    assertThat(HeaderLines.joined(null)).isNull();
  }
}
