package dev.penstock.outbound.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers, durations and dates in response headers. */
class TimeParsersTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "' 7 ', 7000000",
    "0.5, 500000",
    "1.0000001, 1000001",
    "1.0000000, 1000000",
    "-1, -1000000",
    "99999999999999999999999, 4000000000000000000"
  })
  void aNumberIsParsedToMillionthsAndRoundedUp(String text, long millionths) {
    assertThat(DecimalParser.millionths(text)).isEqualTo(millionths);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "-", ".5", "5.", "1e3", "0x1", "1 2", "--1", "\u0665", "NaN"})
  void otherTextIsNoNumber(String text) {
    assertThat(DecimalParser.millionths(text)).isEqualTo(DecimalParser.UNREADABLE);
  }

  @ParameterizedTest
  @CsvSource({
    "12ms, 12000",
    "1s, 1000000",
    "6m0s, 360000000",
    "1h2m3s, 3723000000",
    "1m26.4s, 86400000",
    "120\u00b5s, 120",
    "120us, 120",
    "1ns, 1",
    "0s, 0",
    "99999999999999999h, 4000000000000000000"
  })
  void aDurationIsTheSumOfItsParts(String text, long micros) {
    assertThat(TimeSpanParser.micros(text)).isEqualTo(micros);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", "1", "1x", "1s2", "-1s", "1..5s", "1 s", "ms1"})
  void otherTextIsNoDuration(String text) {
    assertThat(TimeSpanParser.micros(text)).isEqualTo(DecimalParser.UNREADABLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Wed, 21 Oct 2026 07:28:00 GMT",
        "Wednesday, 21-Oct-26 07:28:00 GMT",
        "Wed Oct 21 07:28:00 2026",
        "wed, 21 oct 2026 07:28:00 gmt",
        "Wed Oct 21 2026 09:28:00 GMT+0200 (Mitteleurop\u00e4ische Sommerzeit)",
        "Wed Oct 21 2026 02:28:00 GMT-0500",
        "2026-10-21T07:28:00Z",
        "2026-10-21t07:28:00.000z",
        "2026-10-21T09:28:00+02:00",
        "2026-10-21T02:58:00-0430",
        "2026-10-21 07:28:00"
      })
  void aDateIsParsedInEveryForm(String text) {
    assertThat(DateParser.micros(text))
        .isEqualTo(Instant.parse("2026-10-21T07:28:00Z").getEpochSecond() * 1_000_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026",
        "2026-10-21",
        "2026-13-21T07:28:00Z",
        "2026-02-29T07:28:00Z",
        "2026-10-21T24:28:00Z",
        "2026-10-21T07:28:00.Z",
        "2026-10-21T07:28:00X",
        "2026-10-21T07:28:00+1",
        "Wed, 32 Oct 2026 07:28:00 GMT",
        "Wed, 21 Oct 2026 07:28 GMT",
        "Wed, 21 Oct 07:28:00 GMT",
        "Wed, 21 Oct Nov 2026 07:28:00 GMT",
        "Wed, 21 Oct 2026 2027 07:28:00 GMT",
        "Wed, 21 Oct 2026 07:28:00 CET",
        "Wed, 21 Oct 1969 07:28:00 GMT",
        "Today, 21 Oct 2026 07:28:00 GMT"
      })
  void otherTextIsNoDate(String text) {
    assertThat(DateParser.micros(text)).isEqualTo(DecimalParser.UNREADABLE);
  }

  @Test
  void datesEqualThoseOfTheJdk() {
    Random random = new Random(6);
    for (int run = 0; run < 20_000; run++) {
      Instant instant = Instant.ofEpochSecond(random.nextLong(4_000_000_000L));
      long micros = instant.getEpochSecond() * 1_000_000;
      String http = DateTimeFormatter.RFC_1123_DATE_TIME.format(instant.atOffset(ZoneOffset.UTC));
      assertThat(DateParser.micros(http)).as(http).isEqualTo(micros);
      long fraction = random.nextLong(1_000_000);
      String digits = instant.plusNanos(fraction * 1_000).toString();
      assertThat(DateParser.micros(digits)).as(digits).isEqualTo(micros + fraction);
    }
  }
}
