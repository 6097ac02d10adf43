package dev.penstock.rules.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.penstock.http.FakeCall;
import dev.penstock.rules.RandomPaths;
import dev.penstock.rules.key.ClientAddress;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.rules.key.PathVariableKey;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathPatternTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /                | /           | true
          /                | /a          | false
          /a               | /a          | true
          /a/              | /a          | true
          /a               | /A          | false
          /a               | /ab         | false
          /a               | /a/b        | false
          /*               | /a          | true
          /*               | /           | false
          /*               | /a/b        | false
          /**              | /           | true
          /**              | /a/b/c      | true
          /a/**            | /a          | true
          /a/**            | /a/b/c      | true
          /a/**            | /ab         | false
          /a/**            | /           | false
          /a/*/c           | /a/b/c      | true
          /a/*/c           | /a/c        | false
          /a/{x}           | /a/b        | true
          /a/{x}           | /a          | false
          /**/c            | /c          | true
          /**/c            | /a/b/c      | true
          /**/c            | /c/d        | false
          /**/c            | /c/d/c      | true
          /a/**/c          | /a/c        | true
          /a/**/c          | /a/b/b/c    | true
          /a/**/c/**       | /a/b/c      | true
          /a/**/c/**       | /a/b/d      | false
          /**/*            | /           | false
          /**/*            | /a          | true
          /*/**            | /           | false
          /**/a/**/b       | /a/a/b/a/b  | true
          /**/a/**/b       | /a/a/b/a    | false
          /**/a/*/b        | /a/a/x/b    | true
          /a.b             | /a.b        | true
          /a.b             | /axb        | false
          /**/**           | /           | true
          """)
  void matchesWholePathsBySegment(String pattern, String path, boolean matches) {
    assertThat(PathPattern.parse(pattern).matches(path)).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a         | a path pattern must start with `/`
          ''        | a path pattern must start with `/`
          /a*       | `a*` mixes text and a wildcard; `*` and `{name}` stand for whole segments
          /***      | `***` mixes text and a wildcard; `*` and `{name}` stand for whole segments
          /a{x}     | `a{x}` mixes text and a wildcard; `*` and `{name}` stand for whole segments
          /{x       | `{x` mixes text and a wildcard; `*` and `{name}` stand for whole segments
          /{}       | `{}` is not a valid variable such as `{id}`
          /{a b}    | `{a b}` is not a valid variable such as `{id}`
          /{x}/{x}  | the variable `{x}` is used twice
          /a/../b   | the segment `..` never matches, because paths are normalized before they are matched
          /a/./b    | the segment `.` never matches, because paths are normalized before they are matched
          /a;v=1    | the segment `a;v=1` never matches, because paths are normalized before they are matched
          """)
  void reportsWhatIsWrongWithAPattern(String pattern, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PathPattern.parse(pattern))
        .withMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /orders/{id}          | /orders/47        | path.id=47
          /{id}/**              | /a/b/c            | path.id=a
          /**/{id}              | /a/b/c            | path.id=c
          /{x}/{id}/{y}         | /a/b/c            | path.id=b
          /**/orders/{id}       | /orders/1/orders/2| path.id=2
          /**/orders/{id}/**    | /x/orders/7/items | path.id=7
          /**/a/**/{id}/b       | /a/b/a/c/b        | path.id=c
          """)
  void findsThePositionsOfVariables(String pattern, String path, String variable) {
    KeyContext context = new KeyContext(new KeyHash(1, 2));
    context.start(FakeCall.of("GET " + path), ClientAddress.DIRECT);
    assertThat(PathPattern.parse(pattern).matches(path, context.pathVariables())).isTrue();
    assertThat(new PathVariableKey("id").describe(context)).isEqualTo(variable);
  }

  @Test
  void agreesWithARegularExpressionOnRandomPatternsAndPaths() {
    Random random = new Random(8);
    int matched = 0;
    for (int i = 0; i < 200_000; i++) {
      String pattern = RandomPaths.pattern(random);
      String path = RandomPaths.path(random);
      boolean expected =
          RandomPaths.regexOf(pattern).matcher(path.equals("/") ? "" : path).matches();
      assertThat(PathPattern.parse(pattern).matches(path))
          .as("%s against %s", pattern, path)
          .isEqualTo(expected);
      matched += expected ? 1 : 0;
    }
    assertThat(matched).as("some pairs match and some do not").isBetween(20_000, 180_000);
  }

  @Test
  void aPathThatAlmostMatchesInManyWaysIsStillFast() {
    PathPattern pattern = PathPattern.parse("/**/a/**/b/**/a/**/b/**/c".repeat(10));
    String path = "/a/b".repeat(4_000);
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          for (int i = 0; i < 100; i++) {
            assertThat(pattern.matches(path)).isFalse();
          }
        });
  }
}
