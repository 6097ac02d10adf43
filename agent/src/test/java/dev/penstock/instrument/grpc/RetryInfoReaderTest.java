package dev.penstock.instrument.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryInfoReaderTest {
  @ParameterizedTest
  @CsvSource({
    "0a020807, 7000",
    "0a0308ac02, 300000",
    // 1 s and 500,000,000 ns, behind an unknown field
    "10010a0808011080cab5ee01, 1500",
    // no delay, an unknown wire type, and lengths beyond the end
    "'', -1",
    "0f, -1",
    "0a05, -1",
    "0affffffffffffffffff01, -1"
  })
  void aDelayIsReadInMilliseconds(String hex, long millis) {
    assertThat(RetryInfoReader.delayMillis(HexFormat.of().parseHex(hex))).isEqualTo(millis);
  }

  @Test
  void theDelayIsFoundAmongTheDetailsOfAStatus() {
    byte[] status = RetryDetails.status(8, "wait", RetryDetails.retryInfo(7));
    assertThat(RetryInfoReader.delayMillisOfStatus(status)).isEqualTo(7_000);
  }

  @Test
  void otherDetailsAreIgnored() {
    byte[] status = RetryDetails.status(8, "wait", RetryDetails.retryInfo(7));
    status[status.length - 7]++; // the last letter of the type
    assertThat(RetryInfoReader.delayMillisOfStatus(status)).isEqualTo(-1);
  }
}
