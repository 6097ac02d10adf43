package dev.penstock.rules.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.config.text.PromotionAssertions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the promotion of shadow settings in the text of a rules file. */
class PromotionTest {
  @TempDir private File folder;

  @Test
  void replacesInPlaceAndInsertsAtThePositionOfTheBlock() {
    assertPromoted(
        """
        # The rules.
        version: 1   # of the language
        shadow: { threshold: 1% }

        inbound:
          # for everybody
          api:
            match: /api/**
            rate:      100/min   # as agreed
            algorithm: fixed-window
            # watched since May
            shadow:              # soon
              # measured in May
              rate: 200/min      # twice as many
              algorithm: token-bucket

              # room for page loads
              burst: 20          # at once
            key: ip
          # the end
          other: { match: /b, rate: 5/s }
        shadow-log:
          # where to
          path: a.jsonl
        """,
        """
        # The rules.
        version: 1   # of the language

        inbound:
          # for everybody
          api:
            match: /api/**
            rate:      200/min   # as agreed
            algorithm: token-bucket
            # watched since May
            # measured in May
            # room for page loads
            burst: 20          # at once
            key: ip
          # the end
          other: { match: /b, rate: 5/s }
        """);
  }

  @Test
  void removesSettingsThatTheCandidateDoesNotInherit() {
    assertPromoted(
        """
        version: 1
        inbound:
          api:
            match: /a
            rate: 5/s
            slices: 5     # fine
            # never more
            strict: true
            shadow: { algorithm: gcra }
        """,
        """
        version: 1
        inbound:
          api:
            match: /a
            rate: 5/s
            # never more
            algorithm: gcra
        """);
  }

  @Test
  void removesShadowModes() {
    assertPromoted(
        """
        version: 1
        mode: "shadow" # for now
        inbound:
          a:
            match: /a
            mode: shadow # too
            rate: 5/s
          b: { match: /b, rate: 5/s, enforce: 5% }
          c: { match: /c, rate: 5/s, mode: off, enforce: 5% }
          d: { match: /d, rate: 5/s, mode: enforce, enforce: 100% }
        """,
        """
        version: 1
        mode: "enforce" # for now
        inbound:
          a:
            match: /a
            rate: 5/s
          b: { match: /b, rate: 5/s }
          c: { match: /c, rate: 5/s, mode: off, enforce: 5% }
          d: { match: /d, rate: 5/s, mode: enforce, enforce: 100% }
        """);
  }

  @Test
  void promotesTheSamples() throws IOException {
    File samples = new File("../config-samples");
    assertThat(Promotion.promote(new File(samples, "shadow-next-file.yaml")))
        .isEqualTo(
            new Promotion.Promoted(Files.readString(new File(samples, "next.yaml").toPath())));
    Promotion.Result result = Promotion.promote(new File(samples, "shadow-new-algorithm.yaml"));
    assertThat(((Promotion.Promoted) result).text())
        .contains(
            """
              api:
                match: /api/**
                key: header.X-API-Key | ip
                rate: 100/min
                algorithm: sliding-window              # up to 200 calls around the full minute

              search:
                match: GET /search
                key: ip
                rate: 30/min
                burst: 10

            outbound:
              payments:
                match: https://api.payments.example/**
                rate: 20/s
                wait: 2s

            # When""");
  }

  @Test
  void keepsVariables() {
    assertPromoted(
        """
        version: 1
        inbound:
          a:
            match: /a
            rate: ${env:OLD:-5/s}
            shadow: { rate: "${env:NEW:-9/s}" }
        """,
        """
        version: 1
        inbound:
          a:
            match: /a
            rate: "${env:NEW:-9/s}"
        """);
  }

  @Test
  void rejectsAFileWithProblems() throws IOException {
    File rules = write("penstock.yaml", "version: 2\n");
    assertThat(problems(Promotion.promote(rules)))
        .startsWith("penstock.yaml:1:10: error: version `2` is not supported");
    rules = write("penstock.yaml", "version: 1\nshadow: missing.yaml\n");
    assertThat(problems(Promotion.promote(rules)))
        .isEqualTo(
            """
            missing.yaml: error: there is no such file
              = help: the path of a candidate is relative to the folder of the rules file""");
    assertThat(problems(Promotion.promote(new File(folder, "none.yaml"))))
        .isEqualTo("none.yaml: error: there is no such file");
  }

  @Test
  void rejectsAFileWithNothingInShadow() {
    assertThat(problems("version: 1\ninbound: { a: { match: /a, rate: 5/s, mode: off } }\n"))
        .isEqualTo(
            "penstock.yaml: error: nothing in this file is in shadow mode, so there is nothing to promote");
  }

  @Test
  void rejectsAModeFromAVariable() {
    assertThat(problems("version: 1\nmode: ${env:MODE:-shadow}\n"))
        .isEqualTo(
            """
            penstock.yaml:2:7: error: `mode: shadow` is not written literally here
              |
            2 | mode: ${env:MODE:-shadow}
              |       ^^^^^^^^^^^^^^^^^^^
              = at mode
              = help: change the variable that it comes from, or write `mode: enforce`""");
  }

  @Test
  void rejectsAliases() {
    assertThat(
            problems(
                """
                version: 1
                inbound:
                  a: { match: /a, rate: 5/s, shadow: &s { rate: 9/s } }
                  b: { match: /b, rate: 5/s, shadow: *s }
                """))
        .contains("the anchor `&s` is not allowed")
        .contains("the alias `*s` is not allowed");
  }

  private static void assertPromoted(String before, String after) {
    PromotionAssertions.assertPromoted(before, after);
  }

  private static String problems(String text) {
    return PromotionAssertions.problems(PromotionAssertions.promote(text));
  }

  private String problems(Promotion.Result result) {
    return PromotionAssertions.problems(result).replace(folder.getPath() + File.separator, "");
  }

  private File write(String name, String text) throws IOException {
    File file = new File(folder, name);
    Files.writeString(file.toPath(), text);
    return file;
  }
}
