package dev.penstock.http;

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
  void aPathIsSplitFirstAndDecodedOnce(String raw, String path) {
    assertThat(RawPath.routed(raw)).isEqualTo(path);
  }

  /** The columns are the path as sent, as WebFlux routes it, and as Vert.x routes it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /                | /              | /
          ''               | /              | /
          /api/x           | /api/x         | /api/x
          api/x            | /api/x         | /api/x
          /api/x/          | /api/x         | /api/x
          //api///x//      | /api/x         | /api/x
          /api/./x         | /api/./x       | /api/x
          /a/../api/x      | /a/../api/x    | /api/x
          /../../api/x     | /../../api/x   | /api/x
          /api/..          | /api/..        | /
          /a/%2e%2E/api/x  | /a/../api/x    | /api/x
          /api/..x         | /api/..x       | /api/..x
          /api/x;v=1       | /api/x         | /api/x;v=1
          /api;a=%2F/x     | /api/x         | /api;a=%2F/x
          /a/..;b/api      | /a/../api      | /a/..;b/api
          /api%3Bv/x       | /api;v/x       | /api;v/x
          /%61%70i/x       | /api/x         | /api/x
          /%2561pi/x       | /%61pi/x       | /%61pi/x
          /api%2Fx         | /api%2Fx       | /api%2Fx
          /api%2fx         | /api%2fx       | /api%2fx
          /api%5Cx         | /api\\x        | /api\\x
          /api/%           | /api/%         | /api/%
          /api/%4          | /api/%4        | /api/%4
          /api/%zz         | /api/%zz       | /api/%zz
          /caf%C3%A9       | /café          | /café
          /a+b             | /a+b           | /a+b
          """)
  void aPathHasTheSpellingThatTheServerRoutesBy(
      String raw, String withDots, String withParameters) {
    assertThat(RawPath.withDots(raw)).isEqualTo(withDots);
    assertThat(RawPath.withParameters(raw)).isEqualTo(withParameters);
  }
}
