package dev.penstock.outbound.learn;

import static dev.penstock.outbound.ExampleResponses.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.outbound.ExampleResponses;
import dev.penstock.outbound.FakeResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits in the headers of responses. */
class RateFieldsReaderTest {
  private final RateFieldsReader fields = new RateFieldsReader();

  static List<ExampleResponses.ExampleResponse> examples() {
    return ExampleResponses.all();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyDialectIsRead(ExampleResponses.ExampleResponse example) {
    assertThat(limits(example.response())).isEqualTo(example.limits());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void aResponseFromACacheIsIgnored(ExampleResponses.ExampleResponse example) {
    assertThat(limits(example.response() + "Age: 3")).isEqualTo("nothing");
    assertThat(limits(example.response() + "Age: 0")).isEqualTo(example.limits());
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 202, 301, 404, 413, 500})
  void retryAfterCountsOnlyWithARejection(int status) {
    assertThat(limits(status + "\nRetry-After: 120\nRetry-After-Ms: 9")).isEqualTo("nothing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          429 | Retry-After: soon                     | rejected, unreadable Retry-After
          429 | Retry-After: Wed, 31 Feb 2026 07:28:00 GMT | rejected, unreadable Retry-After
          429 | Retry-After: 1e3                      | rejected, unreadable Retry-After
          429 | Retry-After: 5, x                     | rejected, unreadable Retry-After
          429 | Retry-After-Ms: 1s                    | rejected, unreadable Retry-After-Ms
          429 | X-Amz-Retry-After: ?                  | rejected, unreadable X-Amz-Retry-After
          429 | X-RateLimit-Retry-After: -            | rejected, unreadable X-RateLimit-Retry-After
          200 | RateLimit: "api";r=5;t=               | nothing
          200 | RateLimit: "api;r=5;t=9               | unreadable RateLimit
          200 | RateLimit: "api";r=5;t=9,             | unreadable RateLimit
          200 | RateLimit: "api";t=9                  | unreadable RateLimit
          200 | RateLimit: "a";t=9, "b";r=1;t=2       | b 1 for 2s, unreadable RateLimit
          200 | RateLimit-Remaining: many             | unreadable RateLimit-Remaining
          200 | X-Shopify-Shop-Api-Call-Limit: 3 of 4 | unreadable X-Shopify-Shop-Api-Call-Limit
          """)
  void anUnreadableHeaderIsNamedAndIgnored(int status, String field, String expected) {
    assertThat(limits(status + "\n" + field)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0           | rejected
          -1          | rejected
          0.000001    | rejected, pause 0.000001s
          600         | rejected, pause 600s
          601         | rejected, pause 600s
          999999999   | rejected, pause 600s
          99999999999999999999999999 | rejected, pause 600s
          5, 7, 6     | rejected, pause 7s
          Sun, 15 Nov 2026 08:00:00 GMT | rejected
          """)
  void aPauseIsPositiveAndAtMostTheCap(String value, String expected) {
    assertThat(limits("429\nRetry-After: " + value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          600           | x-ratelimit 3 for 600s
          601           | nothing
          0             | nothing
          -1            | nothing
          999999999     | nothing
          1794816029    | nothing
          1794816031    | x-ratelimit 3 for 1s
          1794816031000 | x-ratelimit 3 for 1s
          1m26.4s       | x-ratelimit 3 for 86.4s
          tomorrow      | unreadable X-RateLimit-Reset
          """)
  void theSizeOfABareResetDecidesItsMeaning(String reset, String expected) {
    String response = "200\nX-RateLimit-Remaining: 3\nX-RateLimit-Reset: " + reset;
    assertThat(limits(response)).isEqualTo(expected);
  }

  @Test
  void smallResetsAreMillisecondsIfConfigured() {
    RateFieldsReader millis =
        new RateFieldsReader(RateFieldsReader.DEFAULT_CAP_MICROS, ResetUnit.MILLIS);
    FakeResponse delta =
        new FakeResponse("200\nX-Rate-Limit-Remaining: 3\nX-Rate-Limit-Reset: 600000");
    assertThat(LimitsText.of(millis.read(delta, NOW), NOW)).isEqualTo("x-rate-limit 3 for 600s");
    FakeResponse epoch =
        new FakeResponse("200\nRateLimit-Remaining: 3\nRateLimit-Reset: 1794816031");
    assertThat(LimitsText.of(millis.read(epoch, NOW), NOW)).isEqualTo("ratelimit 3 for 1s");
    FakeResponse pause = new FakeResponse("429\nRetry-After: 6");
    assertThat(LimitsText.of(millis.read(pause, NOW), NOW)).isEqualTo("rejected, pause 6s");
  }

  @Test
  void theCapIsConfigurable() {
    RateFieldsReader brief = new RateFieldsReader(5_000_000, ResetUnit.BY_SIZE);
    FakeResponse response = new FakeResponse("429\nRetry-After: 6\nRateLimit: \"a\";r=1;t=6");
    assertThat(LimitsText.of(brief.read(response, NOW), NOW)).isEqualTo("rejected, pause 5s");
    assertThatThrownBy(() -> new RateFieldsReader(0, ResetUnit.BY_SIZE))
        .hasMessage("cap must be positive, was 0");
  }

  @Test
  void theStrictestValueOfSeveralProxiesCounts() {
    assertThat(
            limits(
                """
                200
                X-RateLimit-Remaining: 7
                X-RateLimit-Remaining: 3
                X-RateLimit-Reset: 5
                X-RateLimit-Reset: 9
                """))
        .isEqualTo("x-ratelimit 3 for 9s");
  }

  @Test
  void only429IsARejectionWithoutHeaders() {
    assertThat(limits("429")).isEqualTo("rejected");
    assertThat(limits("503")).isEqualTo("nothing");
    assertThat(limits("403")).isEqualTo("nothing");
  }

  @Test
  void aResponseWithoutRateHeadersNeedsFewLookups() {
    FakeResponse plain = new FakeResponse("200\nContent-Type: text/plain\nDate: x\nServer: y");
    assertThat(fields.read(plain, NOW)).isSameAs(LearnedLimits.NONE);
    assertThat(plain.lookedUp).hasSize(10).doesNotHaveDuplicates();

    FakeResponse error = new FakeResponse("500\nContent-Type: text/plain");
    assertThat(fields.read(error, NOW)).isSameAs(LearnedLimits.NONE);
    assertThat(error.lookedUp).hasSize(11).doesNotHaveDuplicates();
  }

  @Test
  void aHeaderWithManyPoliciesIsReadUpToAMaximum() {
    String many = "\"p\";r=1;t=1, ".repeat(9_999) + "\"p\";r=1;t=1";
    FakeResponse response =
        new FakeResponse("200\nRateLimit: " + many + "\nRateLimit-Policy: " + many);
    assertThat(fields.read(response, NOW).budgets()).hasSize(32);
  }

  private String limits(String response) {
    return LimitsText.of(fields.read(new FakeResponse(response), NOW), NOW);
  }
}
