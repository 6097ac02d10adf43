package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestPathTest {
  @ParameterizedTest
  @CsvSource({
    "/a/../b, /a/../b",
    "/a//./b/, /a/./b",
    "/a/..;x/b;y, /a/../b",
    "/.., /..",
    "/a\\b, /a\\b",
    "/a/b, ",
    "/a/.b/c.., ",
    "//, ",
  })
  void aLiteralPathKeepsDotsAndBackslashes(String path, @Nullable String literal) {
    assertThat(RequestPath.literal(path)).isEqualTo(literal);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /                    | /
          ''                   | /
          /api/x               | /api/x
          api/x                | /api/x
          /api//x              | /api/x
          //api///x//          | /api/x
          /api/./x             | /api/x
          /./api/x/.           | /api/x
          /api/x/              | /api/x
          /api/x/.             | /api/x
          /a/../api/x          | /api/x
          /a/b/../../api/x     | /api/x
          /../../api/x         | /api/x
          /api/x/y/..          | /api/x
          /api/x;v=1           | /api/x
          /api;jsessionid=1/x  | /api/x
          /;a/api/;b/x         | /api/x
          /a/..;x=y/api/x      | /api/x
          /a/.;x/api/x         | /a/api/x
          \\api\\x             | /api/x
          /a\\..\\api/x        | /api/x
          /api/.hidden         | /api/.hidden
          /api/..x             | /api/..x
          /api/x..             | /api/x..
          /api/...             | /api/...
          /..                  | /
          /;                   | /
          /API/x               | /API/x
          /api/%2e%2e/x        | /api/%2e%2e/x
          /api/a b             | /api/a b
          """)
  void allSpellingsOfAPathHaveOneCanonicalForm(String path, String canonical) {
    assertThat(RequestPath.canonical(path)).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/../x, /x",
    "/api/..;/x, /api/..;/x",
    "/api/..;a=b/..;/x, /api/..;a=b/..;/x",
    "/api/.;/x, /api/.;/x",
    "/api/;a/x, /api/;a/x",
    "/api/x;a//y, /api/x/y",
    "/api\\..\\x, /x"
  })
  void aDotSegmentWithParametersIsAName(String path, String routed) {
    assertThat(RequestPath.routed(path)).isEqualTo(routed);
  }

  @Test
  void aCanonicalPathIsLeftAsItIs() {
    String path = "/api/orders/7";
    assertThat(RequestPath.canonical(path)).isSameAs(path);
  }

  @Test
  void everyResultIsCanonical() {
    Random random = new Random(5);
    String alphabet = "//..;;\\ab%";
    for (int i = 0; i < 50_000; i++) {
      StringBuilder path = new StringBuilder("/");
      for (int length = random.nextInt(12); length > 0; length--) {
        path.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      String canonical = RequestPath.canonical(path.toString());
      assertThat(canonical).as("from %s", path).startsWith("/").doesNotContain("//", ";", "\\");
      assertThat(canonical.split("/", -1)).as("from %s", path).doesNotContain(".", "..");
      assertThat(canonical.length() == 1 || !canonical.endsWith("/")).as("from %s", path).isTrue();
      assertThat(RequestPath.canonical(canonical)).isEqualTo(canonical);
    }
  }
}
