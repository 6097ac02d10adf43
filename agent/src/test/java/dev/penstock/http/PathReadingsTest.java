package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathReadingsTest {
  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/a/b, /a/b",
    "/a/b/, /a/b",
    "//a///b//, /a/b",
    "/a%20b, /a b",
    "/a;jsessionid=1/b;x, /a/b",
    "/a.b/c.txt, /a.b/c.txt",
  })
  void aPathThatAllServersReadEquallyHasOneReading(String raw, String known) {
    assertThat(PathReadings.besides(known, raw)).isEmpty();
  }

  @Test
  void aPlainPathThatTheServerMapsElsewhereIsAReading() {
    assertThat(PathReadings.besides("/docs/index.html", "/docs")).containsExactly("/docs");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /a/../b             | /a/../b /b
          /a/%2e%2e/b         | /a/../b /b
          /a/..;/b            | /a/../b /b /a/..;/b
          /a/..;x=y/b         | /a/../b /b /a/..;x=y/b
          /a/..%3B/b          | /a/..;/b
          /a/;x/../b          | /a/../b /b /a/;x/../b /a/b
          /a/./b              | /a/./b /a/b
          /a/b%2Fc            | /a/b%2Fc /a/b/c
          /a%2f..%2fb         | /a%2f..%2fb /a/../b /b
          /a\\b               | /a\\b /a/b
          /a%5Cb              | /a\\b /a/b
          /a/b#c              | /a/b#c /a/b
          /%2561              | /%61
          /;x                 | / /;x
          http://host/a/../b  | /a/../b /b
          http://host         | /
          a/b                 | /a/b /b
          *                   | /* /
          /a%zz               | /a%zz
          """)
  void everyReadingIsFound(String raw, String readings) {
    assertThat(PathReadings.besides(/* known= */ "", raw))
        .containsExactlyInAnyOrder(readings.strip().split(" ", -1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a/../b", "/b"})
  void theKnownReadingIsLeftOut(String known) {
    assertThat(PathReadings.besides(known, "/a/../b")).doesNotContain(known).hasSize(1);
  }

  /** The servers are modelled from their documentation or source. */
  @Test
  void everyReadingOfAServerIsIncluded() {
    List<UnaryOperator<String>> servers =
        List.of(
            PathReadingsTest::readByTomcat,
            PathReadingsTest::readBySpringPathPattern,
            PathReadingsTest::readBySpringAntMatcher,
            PathReadingsTest::readByVertx);
    Random random = new Random(7);
    String[] pieces = {"/", "/", ".", "..", ";", ";x=y", "a", "b", "%2e", "%2F", "%61", "%3B", "#"};
    for (int i = 0; i < 50_000; i++) {
      StringBuilder raw = new StringBuilder("/");
      for (int length = random.nextInt(10); length > 0; length--) {
        raw.append(pieces[random.nextInt(pieces.length)]);
      }
      List<String> readings = PathReadings.besides(/* known= */ "", raw.toString());
      for (UnaryOperator<String> server : servers) {
        assertThat(readings).as("of %s", raw).contains(server.apply(raw.toString()));
      }
    }
  }

  /** Cuts parameters, decodes (with encodedSolidusHandling=decode), resolves dots. */
  private static String readByTomcat(String raw) {
    return joined(resolved(split(decoded(withoutParameters(raw)))));
  }

  /** Splits, cuts parameters, decodes; %2F is part of a name. */
  private static String readBySpringPathPattern(String raw) {
    List<String> names = new ArrayList<>();
    for (String segment : split(withoutParameters(raw))) {
      names.add(decoded(segment.replace("%2F", "%252F")));
    }
    return joined(names);
  }

  /** Cuts parameters, decodes, drops double slashes; dots stay. */
  private static String readBySpringAntMatcher(String raw) {
    return joined(split(decoded(withoutParameters(raw))));
  }

  /**
   * Cuts a fragment, resolves dots, decodes everything except %2F; parameters are parts of names.
   */
  private static String readByVertx(String raw) {
    int fragment = raw.indexOf('#');
    String path = fragment < 0 ? raw : raw.substring(0, fragment);
    List<String> names = new ArrayList<>();
    for (String segment : split(path)) {
      // A rule cannot name a parameter, so removing it from a name makes no difference.
      String name = decoded(withoutParameters(segment).replace("%2F", "%252F"));
      boolean onlyDots = name.isEmpty() || name.equals(".") || name.equals("..");
      names.add(onlyDots ? decoded(segment.replace("%2F", "%252F")) : name);
    }
    return joined(resolved(names));
  }

  private static String withoutParameters(String path) {
    return path.replaceAll(";[^/]*", "");
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static List<String> split(String path) {
    return Arrays.stream(path.split("/", -1)).filter(name -> !name.isEmpty()).toList();
  }

  private static List<String> resolved(List<String> names) {
    List<String> kept = new ArrayList<>();
    for (String name : names) {
      if (name.equals("..")) {
        if (!kept.isEmpty()) {
          kept.remove(kept.size() - 1);
        }
      } else if (!name.equals(".")) {
        kept.add(name);
      }
    }
    return kept;
  }

  private static String joined(List<String> names) {
    return "/" + String.join("/", names);
  }
}
