package dev.penstock.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreflightLimitTest {
  private static final FakeCall PREFLIGHT =
      FakeCall.of("OPTIONS /a")
          .with("Origin", "https://shop.example")
          .with("Access-Control-Request-Method", "PUT");

  @Test
  void aPreflightIsOptionsWithAnOriginAndARequestedMethod() {
    assertThat(PreflightLimit.isPreflight(PREFLIGHT)).isTrue();
    assertThat(PreflightLimit.isPreflight(PREFLIGHT.with("Content-Length", "0"))).isTrue();
    assertThat(PreflightLimit.isPreflight(FakeCall.of("OPTIONS /a"))).isFalse();
    assertThat(PreflightLimit.isPreflight(FakeCall.of("OPTIONS /a").with("Origin", "x"))).isFalse();
    assertThat(
            PreflightLimit.isPreflight(
                FakeCall.of("OPTIONS /a").with("Access-Control-Request-Method", "PUT")))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({"GET", "POST", "options", "Options"})
  void otherMethodsAreNotPreflights(String method) {
    FakeCall call =
        FakeCall.of(method + " /a").with("Origin", "x").with("Access-Control-Request-Method", "X");
    assertThat(PreflightLimit.isPreflight(call)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "Cookie, session=1",
    "Authorization, Bearer x",
    "Content-Length, 5",
    "Content-Length, 00",
    "Transfer-Encoding, chunked"
  })
  void aRequestWithAHeaderThatBrowsersDoNotSendIsNotAPreflight(String header, String value) {
    assertThat(PreflightLimit.isPreflight(PREFLIGHT.with(header, value))).isFalse();
  }
}
