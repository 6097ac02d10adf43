package dev.penstock.shadow.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogTimeTest {
  private final LogTime time = new LogTime();

  private long micros(String text) {
    byte[] bytes = ("[" + text + "]").getBytes(StandardCharsets.UTF_8);
    return time.micros(bytes, 1, bytes.length - 1);
  }

  @Test
  void parsesTimesThatJavaFormats() {
    DateTimeFormatter format = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      Instant instant = Instant.ofEpochSecond(86_400L + random.nextInt(Integer.MAX_VALUE));
      ZoneOffset zone = ZoneOffset.ofTotalSeconds(60 * (random.nextInt(2 * 18 * 60) - 18 * 60));
      String text = format.format(instant.atOffset(zone));

      assertThat(micros(text)).as(text).isEqualTo(instant.getEpochSecond() * 1_000_000);
      assertThat(micros(text)).as("again " + text).isEqualTo(instant.getEpochSecond() * 1_000_000);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "01/Jan/1970:00:00:01.5 +0000, 1500000",
    "01/Jan/1970:00:00:01.123 +0000, 1123000",
    "'01/Jan/1970:00:00:01,123 +0000', 1123000",
    "01/Jan/1970:00:00:01.123456 +0000, 1123456",
    "01/Jan/1970:00:00:01.123456789 +0000, 1123456",
    "31/Dec/1998:23:59:60 +0000, 915148800000000",
    "01/JAN/1970:00:00:01 +0000, 1000000",
    "29/Feb/2000:00:00:00 +0000, 951782400000000",
  })
  void parsesDecimalsAndLeapSeconds(String text, long micros) {
    assertThat(micros(text)).isEqualTo(micros);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "2000-10-10T13:55:36+00:00 ",
        "10/Oct/2000:13:55:36 -07",
        "10/Oct/2000:13:55:36  0700",
        "10/Oct/2000:13:55:36 -07x0",
        "00/Oct/2000:13:55:36 -0700",
        "32/Oct/2000:13:55:36 -0700",
        "10/xyz/2000:13:55:36 -0700",
        "10/Oct/1969:13:55:36 -0700",
        "10/Oct/2000:24:55:36 -0700",
        "10/Oct/2000:13:60:36 -0700",
        "10/Oct/2000:13:55:61 -0700",
        "10-Oct-2000:13:55:36 -0700",
        "10/Oct/2000 13:55:36 -0700",
        "01/Jan/1970:00:00:00 +0100",
        "10/Oct/2000:13:55:36. -0700",
        "10/Oct/2000:13:55:36.1x -0700",
        "10/Oct/2000:13:55:36.1234567890 -0700",
      })
  void rejectsInvalidTimes(String text) {
    assertThat(micros(text)).isEqualTo(LogTime.INVALID);
  }
}
