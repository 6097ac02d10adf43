package dev.penstock.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalSizeTest {
  @Test
  void usesTheDefaultIfTheSizeIsUnknown() {
    assertThat(TerminalSize.parse("50 132")).isEqualTo(new TerminalSize(50, 132));
    assertThat(TerminalSize.parse("")).isEqualTo(new TerminalSize(24, 80));
    assertThat(TerminalSize.parse("0 0")).isEqualTo(new TerminalSize(24, 80));
  }
}
