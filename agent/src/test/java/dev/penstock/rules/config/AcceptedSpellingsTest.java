package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests spellings of other tools that the parser accepts, some with a warning. */
class AcceptedSpellingsTest {
  @ParameterizedTest
  @CsvSource({
    "5/ms, 5/ms",
    "5/millisecond, 5/ms",
    "5/milliseconds, 5/ms",
    "5/second, 5/s",
    "5/sec, 5/s",
    "5/10 seconds, 5/10s",
    "5 / minute, 5/min",
    "5/ minutes, 5/min",
    "5/mins, 5/min",
    "5/hour, 5/h",
    "5/2hours, 5/2h",
    "5/hr, 5/h",
    "5/d, 5/day",
    "5/days, 5/day",
    "5/weeks, 5/week",
    "5/months, 5/month",
  })
  void acceptsSpelledOutUnits(String written, String same) {
    assertThat(meaning("{ match: /a, rate: " + written + " }"))
        .isEqualTo(meaning("{ match: /a, rate: " + same + " }"));
  }

  @ParameterizedTest
  @CsvSource({
    "500 milliseconds, 500ms",
    "2 seconds, 2s",
    "2secs, 2s",
    "1minute, 1min",
  })
  void acceptsSpelledOutDurations(String written, String same) {
    String rule = "{ match: 'https://a.org/**', rate: 5/s, wait: %s }";
    assertThat(Good.outbound(rule.formatted(written)).pacing())
        .isEqualTo(Good.outbound(rule.formatted(same)).pacing());
  }

  @Test
  void followsTheCalendarForSpelledOutUnits() {
    assertThat(meaning("{ match: /a, rate: 5/months, calendar: UTC }"))
        .isEqualTo(meaning("{ match: /a, rate: 5/month, calendar: UTC }"));
  }

  @Test
  void warnsOfAStarAtTheEnd() {
    assertThat(Good.warnings("version: 1\ninbound: { a: { match: /api/*, rate: 5/s } }\n"))
        .isEqualTo(
            """
            penstock.yaml:2:29: warning: a `*` at the end matches exactly one segment
              |
            2 | inbound: { a: { match: /api/*, rate: 5/s } }
              |                             ^
              = at inbound.a.match
              = help: write `/api/**` for everything below, or `/api/{name}` for a single segment""");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/Orders(7)", "/$batch", "/docs:export", "/a+b", "/~user", "/my file", "/a|b"})
  void acceptsUnusualPaths(String path) {
    assertThat(Good.rule("{ match: '" + path + "', rate: 5/s }").matches().get(0))
        .hasToString(path);
  }

  private static String meaning(String rule) {
    return Good.rule(rule).meaning();
  }
}
