package dev.penstock.instrument.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class RetryDetailsTest {
  private static final String TYPE_URL =
      "747970652e676f6f676c65617069732e636f6d2f676f6f676c652e7270632e5265747279496e666f";

  @Test
  void aDelayIsADurationInSeconds() {
    assertThat(hex(RetryDetails.retryInfo(7))).isEqualTo("0a020807");
    assertThat(hex(RetryDetails.retryInfo(300))).isEqualTo("0a0308ac02");
  }

  @Test
  void aStatusHasTheDelayAmongItsDetails() {
    byte[] retryInfo = RetryDetails.retryInfo(7);
    assertThat(hex(RetryDetails.status(8, "wait", retryInfo)))
        .isEqualTo("0808" + "120477616974" + "1a30" + "0a28" + TYPE_URL + "1204" + "0a020807");
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
