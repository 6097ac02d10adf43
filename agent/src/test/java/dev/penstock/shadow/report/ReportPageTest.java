package dev.penstock.shadow.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.browser.Browser;
import dev.penstock.shadow.ComparisonResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page in a real browser, in the widths of a phone and of a desktop screen. */
class ReportPageTest {
  /*
   * Each page is loaded in frames of several widths. A script outside the frames inspects them,
   * because the pages themselves allow no scripts.
   */
  private static final String INSPECT =
      """
      <script>
      addEventListener('load', () => {
        document.querySelectorAll('iframe').forEach(frame => {
          const page = frame.contentDocument, root = page.documentElement;
          const result = document.createElement('pre');
          result.textContent = 'seen ' + frame.title
            + ' overflow=' + Math.max(0, root.scrollWidth - frame.clientWidth)
            + ' loaded=' + frame.contentWindow.performance.getEntriesByType('resource').length
            + ' foreign=' + page.querySelectorAll('script,img,link,b,iframe,object').length
            + ' styled=' + (getComputedStyle(page.querySelector('h1')).fontWeight >= 600)
            + ' tall=' + (root.scrollHeight > 600);
          document.body.append(result);
        });
      });
      </script>
      """;

  @TempDir Path folder;

  @Test
  void fitsTheScreenAndLoadsNothing() throws Exception {
    Optional<Browser> browser = Browser.find();
    assumeTrue(
        browser.isPresent(),
        "SKIPPED: no Chromium or Chrome on the PATH, so the page was not checked");
    Map<String, ComparisonResult> pages = new TreeMap<>();
    pages.put("not-ready", ReportSample.notReady());
    pages.put("ready", ReportSample.ready());
    pages.put("nothing", ReportSample.nothingSeen());
    pages.put("long", ReportSample.named("a-name-that-cannot-be-wrapped_" + "x".repeat(200)));
    pages.put(
        "hostile",
        ReportSample.named("\"><img src=http://127.0.0.1:9/x><script>alert(1)</script>"));
    Browser.Shown shown = browser.orElseThrow().show(framed(pages), folder);
    for (String name : pages.keySet()) {
      for (int width : List.of(320, 360, 1280)) {
        assertThat(shown.dom())
            .contains(
                "seen "
                    + name
                    + "-"
                    + width
                    + " overflow=0 loaded=0 foreign=0 styled=true tall=true");
      }
    }
    assertThat(shown.log()).doesNotContain("CONSOLE");
  }

  private Path framed(Map<String, ComparisonResult> pages) throws IOException {
    StringBuilder frames = new StringBuilder("<!DOCTYPE html><html><body>" + INSPECT);
    for (Map.Entry<String, ComparisonResult> page : pages.entrySet()) {
      String source = HtmlReport.of(page.getValue(), List.of(page.getKey()));
      for (int width : List.of(320, 360, 1280)) {
        frames
            .append("<iframe frameborder=\"0\" height=\"500\" width=\"" + width + "\" title=\"")
            .append(page.getKey() + "-" + width + "\" srcdoc=\"")
            .append(source.replace("&", "&amp;").replace("\"", "&quot;"))
            .append("\"></iframe>\n");
      }
    }
    return Files.writeString(folder.resolve("frames.html"), frames.append("</body></html>"));
  }
}
