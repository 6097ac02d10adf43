package dev.penstock.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RawPathTest {
  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/a/b, /a/b",
    "/%61/b, /a/b",
    "/%2561, /%61",
    "/a;x=y/b;z, /a/b",
    "/a/b;x=%2F, /a/b",
    "/a;x=/b, /a/b",
    "/a/b%2Fc, /a/b%2Fc",
    "/a/b%5cc, /a/b%5cc",
    "/a/%2e%2E/b, /b",
    "/a/..;/b, /b",
    "/a/..%3B/b, /a/..;/b",
    "/a//b/, /a/b",
    "/%C3%BC, /\u00fc",
    "/a%, /a%",
    "/a%2, /a%2",
    "/a%zz/%61, /a%zz/a",
  })
  void isTakenApartFirstAndDecodedOnce(String raw, String path) {
    assertThat(RawPath.routed(raw)).isEqualTo(path);
  }
}
