package dev.penstock.testdialects;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the fields of each dialect for one rejection: 10 per minute, all used, next in 1.25 s. */
class DialectTest {
  private static final Instant NOW = Instant.parse("2026-10-21T07:28:00.500Z");

  private static final ServerLimit.Verdict REJECTED =
      new ServerLimit.Verdict(
          false, 10, Duration.ofMinutes(1), 0, Duration.ofMillis(1_250), Duration.ofMillis(58_900));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          RETRY_AFTER_SECONDS  | {Retry-After=2}
          RETRY_AFTER_DATE     | {Retry-After=Wed, 21 Oct 2026 07:28:02 GMT}
          RETRY_AFTER_DECIMALS | {Retry-After=1.3}
          DRAFT_03 | {RateLimit-Limit=10, 10;w=60, RateLimit-Remaining=0, RateLimit-Reset=59}
          DRAFT_06 | {RateLimit-Limit=10, RateLimit-Policy=10;w=60, RateLimit-Remaining=0, \
          RateLimit-Reset=59}
          DRAFT_07 | {RateLimit=limit=10, remaining=0, reset=59, RateLimit-Policy=10;w=60}
          DRAFT_11 | {RateLimit="api";r=0;t=59, RateLimit-Policy="api";q=10;w=60}
          DRAFT_PR_166 | {RateLimit="api";a=0;w=59;c=1, RateLimit-Policy="api";q=10;w=60}
          ENVOY    | {x-ratelimit-limit=10, 10;w=60, x-ratelimit-remaining=0, x-ratelimit-reset=59}
          GITHUB   | {x-ratelimit-limit=10, x-ratelimit-remaining=0, \
          x-ratelimit-reset=1792567740, x-ratelimit-resource=core, x-ratelimit-used=10}
          DISCORD  | {Retry-After=2, X-RateLimit-Bucket=abcd1234, X-RateLimit-Limit=10, \
          X-RateLimit-Remaining=0, X-RateLimit-Reset=1792567739.400, \
          X-RateLimit-Reset-After=58.900, X-RateLimit-Scope=user}
          TWITTER  | {x-rate-limit-limit=10, x-rate-limit-remaining=0, \
          x-rate-limit-reset=1792567740}
          SLACK    | {Retry-After=2}
          SHOPIFY  | {Retry-After=1.3, X-Shopify-Shop-Api-Call-Limit=10/10}
          OPENAI   | {retry-after-ms=1250, x-ratelimit-limit-requests=10, \
          x-ratelimit-remaining-requests=0, x-ratelimit-reset-requests=58.9s}
          ANTHROPIC | {anthropic-ratelimit-requests-limit=10, \
          anthropic-ratelimit-requests-remaining=0, \
          anthropic-ratelimit-requests-reset=2026-10-21T07:29:00Z, retry-after=2}
          AWS_SLOW_DOWN | {x-amz-retry-after=1250}
          AWS_TOO_MANY  | {x-amz-retry-after=1250}
          KONG     | {X-RateLimit-Limit-Second=10, X-RateLimit-Remaining-Second=0}
          NONE     | {}
          """)
  void writesTheFieldsOfARejection(Dialect dialect, String fields) {
    assertThat(dialect.fields(REJECTED, NOW)).hasToString(fields);
  }

  @ParameterizedTest
  @CsvSource({"12, 12ms", "1000, 1s", "1500, 1.5s", "360000, 6m0s", "3723000, 1h2m3s"})
  void writesDurationsAsGoDoes(long millis, String text) {
    assertThat(new DialectNumbers(REJECTED, NOW).goDuration(Duration.ofMillis(millis)))
        .isEqualTo(text);
  }
}
