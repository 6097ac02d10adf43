package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how {@code explain} shows conditions, preflights and other readings of a path. */
class ExplainMatchingTest {
  @TempDir private File directory;
  private File file = new File("");

  @BeforeEach
  void nameTheFile() {
    file = new File(directory, "penstock.yaml");
  }

  @Test
  void saysWhichConditionIsNotMet() throws IOException {
    write(
        """
        a: { match: { path: /a/**, headers: { X-Beta: true } }, rate: 5/s }
        b: { match: { path: /a/**, host: "*.org" }, rate: 5/s }
        c: { match: { path: /a/**, not: /a/b }, rate: 5/s }
        d: { match: /a/**, rate: 5/s, mode: off }
        """,
        "");
    assertThat(explain("/a/b", "-H", "Host: x.net"))
        .contains("a does not apply: the request does not have header.X-Beta\n")
        .contains("b does not apply: the request does not have host=*.org\n")
        .contains("c does not apply: `not` excludes /a/b\n")
        .contains("d is off\n");
  }

  @Test
  void showsTheLimitsForAPreflight() throws IOException {
    write("a: { match: /a/**, rate: 5/s }\nb: { match: /b, rate: 5/s }", "");
    assertThat(
            explain(
                "OPTIONS /a",
                "-H",
                "Origin: https://a.org",
                "-H",
                "Access-Control-Request-Method: PUT"))
        .isEqualTo(
            """
            OPTIONS /a from 127.0.0.1
            a CORS preflight: only rules that name OPTIONS apply

            a does not apply: it does not name OPTIONS

            b does not apply: the path is not /b

            preflights applies
              match  OPTIONS /** with header.Origin with header.Access-Control-Request-Method
              key    ip=127.0.0.1
              limit  3000 calls in any minute (sliding-window)
              left   3000 (nothing used yet)

            1 of 3 rules applies
            exit 0\
            """);
  }

  @Test
  void saysThatARequestIsNotAPreflight() throws IOException {
    write("a: { match: /a/**, rate: 5/s }", "preflights: 9/min");
    assertThat(
            explain(
                "OPTIONS /a",
                "-H",
                "Origin: x",
                "-H",
                "Access-Control-Request-Method: GET",
                "-H",
                "Cookie: a=b"))
        .contains("a applies\n")
        .contains("preflights does not apply: it is not a CORS preflight\n");
  }

  @Test
  void showsOtherReadingsOfAPath() throws IOException {
    write("a: { match: /a/**, rate: 5/s }\nb: { match: /b, rate: 5/s }", "exempt: /b");
    assertThat(explain("GET /a/..;/b"))
        .startsWith(
            """
            GET /b from 127.0.0.1
            can also be read as /a/../b or /a/..;/b: limits for any of these paths apply
            not exempt
            """)
        .contains("a applies\n")
        .contains("b applies\n");
  }

  private void write(String rules, String rest) throws IOException {
    Files.writeString(file.toPath(), "version: 1\n" + rest + "\ninbound:\n" + rules.indent(2));
  }

  private String explain(String... args) {
    List<String> all = new ArrayList<>(List.of("explain", file.getPath()));
    all.addAll(List.of(args));
    return Shell.run(all.toArray(new String[0]));
  }
}
