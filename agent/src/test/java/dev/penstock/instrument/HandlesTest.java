package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class HandlesTest {
  @Test
  void theExceptionOfALibraryIsFoundAgain() {
    IOException broken = new IOException("broken");
    assertThat(Handles.original(Handles.unchecked(broken))).isSameAs(broken);
    IllegalStateException own = new IllegalStateException("closed", broken);
    assertThat(Handles.original(Handles.unchecked(own))).isSameAs(own);
  }
}
