package dev.penstock.instrument.jdkserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdkServerPathTest {
  @ParameterizedTest
  @CsvSource({
    "/, /a/../b, /b",
    "/, /%61//b;c, /a/b",
    "/, http://localhost/a/./b, /a/b",
    "/, *, /*",
    "/a, /a, /a",
    "/a, /a/../b, /a/b",
    "/a, /a/%2e%2e/../b, /a/b",
    "/a, /a%2F..%2Fb, /a/b",
    "/a, /a;x=y, /a",
    "/a, /a;x=y/b, /a/b",
    "/a, /ab, /a/b",
    "/a/, /a/../b, /a/b",
    "/a/b, /a/b/c/../d/, /a/b/d",
  })
  void aRequestStaysInTheContextThatTheServerHasSelected(String context, URI uri, String path) {
    assertThat(JdkServerPath.of(uri, context)).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({
    "//vault/x, //vault/x",
    "//vault, //vault",
    "/a//b;c?d=//e, /a//b;c",
    "http://localhost/a, /a",
    "*, *",
  })
  void theSentPathIncludesWhatTheServerTakesForAHost(URI uri, String path) {
    assertThat(JdkServerPath.sent(uri)).isEqualTo(path);
  }
}
