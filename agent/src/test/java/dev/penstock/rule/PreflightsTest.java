package dev.penstock.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.call.FakeCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreflightsTest {
  private static final FakeCall PREFLIGHT =
      FakeCall.of("OPTIONS /a")
          .with("Origin", "https://shop.example")
          .with("Access-Control-Request-Method", "PUT");

  @Test
  void isOptionsWithAnOriginAndTheMethodThatTheScriptWants() {
    assertThat(Preflights.isPreflight(PREFLIGHT)).isTrue();
    assertThat(Preflights.isPreflight(PREFLIGHT.with("Content-Length", "0"))).isTrue();
    assertThat(Preflights.isPreflight(FakeCall.of("OPTIONS /a"))).isFalse();
    assertThat(Preflights.isPreflight(FakeCall.of("OPTIONS /a").with("Origin", "x"))).isFalse();
    assertThat(
            Preflights.isPreflight(
                FakeCall.of("OPTIONS /a").with("Access-Control-Request-Method", "PUT")))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({"GET", "POST", "options", "Options"})
  void isNoOtherMethod(String method) {
    FakeCall call =
        FakeCall.of(method + " /a").with("Origin", "x").with("Access-Control-Request-Method", "X");
    assertThat(Preflights.isPreflight(call)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "Cookie, session=1",
    "Authorization, Bearer x",
    "Content-Length, 5",
    "Content-Length, 00",
    "Transfer-Encoding, chunked"
  })
  void hasWhatABrowserNeverSendsOnlyIfItIsNone(String header, String value) {
    assertThat(Preflights.isPreflight(PREFLIGHT.with(header, value))).isFalse();
  }
}
