package dev.penstock.shadow.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

class HtmlReportTest {
  @Test
  void startsWithTheVerdict() {
    assertThat(textOf(HtmlReport.of(ReportSample.notReady(), List.of("a note"))))
        .containsSubsequence(
            "Not ready to cut over to next.yaml",
            "compared for 3 h of the required 24 h",
            "5.26 % of requests diverge, above the threshold of 2.00 %; most affected",
            "Inbound requests",
            "Only the candidate rejects",
            "600",
            "Not compared: 3 requests",
            "Rules",
            "api 100/min by ip, fixed-window \u2192 100/min by ip",
            "Most affected clients",
            "3f9a3f9a3f9a3f9a",
            "512",
            "up to 7 of other clients",
            "Outbound calls",
            "new: 25/s, leaky-bucket",
            "How long the candidate would have held calls",
            "42.0 ms",
            "How to read this report",
            "The candidate decided all traffic and counted what it would have admitted itself",
            "12 diverging calls could not be written",
            "a note");
  }

  @Test
  void loadsNoExternalResources() {
    String page = HtmlReport.of(ReportSample.notReady(), List.of());
    assertThat(page)
        .doesNotContainIgnoringCase(
            "<script", "<link", "<img", "<iframe", "@import", "url(", "http:", "https:", "src=")
        .contains("content=\"default-src 'none'; style-src 'unsafe-inline';");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "'><svg/onload=alert(1)>",
        "</title></style><b>x",
        "`</code><b>`",
        "]]>&lt;b&gt;",
        "a\u202eb\u0000c\ud800"
      })
  void escapesHostileNames(String name) throws Exception {
    String page = HtmlReport.of(ReportSample.named(name), List.of(name));
    assertThat(page)
        .doesNotContain("<script", "<img", "<b>", "onload=alert(1)>", "\u0000", "\u202e");
    // Every element is closed.
    assertThat(wellFormed(page)).isEqualTo("html");
  }

  @Test
  void isAlwaysWellFormed() throws Exception {
    assertThat(wellFormed(HtmlReport.of(ReportSample.ready(), List.of()))).isEqualTo("html");
    assertThat(wellFormed(HtmlReport.of(ReportSample.nothingSeen(), List.of()))).isEqualTo("html");
    assertThat(HtmlReport.of(ReportSample.nothingSeen(), List.of()))
        .contains("No requests compared yet.")
        .doesNotContain("<figure");
  }

  @Test
  void isAccessible() {
    String page = HtmlReport.of(ReportSample.notReady(), List.of());
    assertThat(page).contains("<html lang=\"en\">", "<title>Not ready to cut over to next.yaml");
    List<Integer> levels =
        Pattern.compile("<h(\\d)")
            .matcher(page)
            .results()
            .map(h -> Integer.valueOf(h.group(1)))
            .toList();
    assertThat(levels.get(0)).isEqualTo(1);
    for (int i = 1; i < levels.size(); i++) {
      assertThat(levels.get(i)).isBetween(2, levels.get(i - 1) + 1);
    }
    assertThat(all("<svg(?! class=\"icon\")[^>]*>", page))
        .isNotEmpty()
        .allMatch(svg -> svg.contains("role=\"img\"") && svg.contains("aria-label=\""));
    assertThat(all("<th\\b[^>]*>", page)).isNotEmpty().allMatch(th -> th.contains("scope="));
  }

  private static List<String> all(String pattern, String page) {
    return Pattern.compile(pattern).matcher(page).results().map(MatchResult::group).toList();
  }

  private static String textOf(String page) {
    return page.replaceAll("(?s)<style>.*</style>", "")
        .replaceAll("<[^>]*>", "")
        .replace("&quot;", "\"")
        .replace("&gt;", ">");
  }

  private static String wellFormed(String page) throws Exception {
    String xml = page.replaceFirst("<!DOCTYPE html>", "").replaceAll("(<meta[^>]*)>", "$1/>");
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)))
        .getDocumentElement()
        .getTagName();
  }
}
