package dev.penstock.operator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.ConsoleSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the content and the layout of the console page in a browser. */
class ConsolePageTest extends ConsolePageInBrowser {
  @Test
  void showsTheStateAndHidesTheToken() {
    openPage();
    assertThat(text("#headline")).isEqualTo("On");
    assertThat(text("#subline")).isEqualTo("Limits are enforced, as the file says");
    assertThat(tab.value("location.hash + location.href")).doesNotContain("token");
    assertThat(tab.value("document.title")).isEqualTo("On – Penstock");
    assertThat(text("#facts")).contains("penstock.yaml", "fine", "1 degraded", "2 h 5 min");
    tab.await("document.querySelector('.flow.admitted path').getAttribute('d').length > 10");
    awaitText("#rules-body tr:nth-child(1) .rejected .now", ".");
    assertThat(
            tab.value(
                "performance.getEntriesByType('resource').every(e => "
                    + "new URL(e.name).origin === location.origin || e.name.startsWith('data:'))"))
        .isEqualTo("true");
    assertThat(tab.consoleErrors()).isEmpty();
  }

  @Test
  void focusSurvivesUpdates() {
    openPage();
    tab.value("document.querySelector(\"" + API + "[data-mode=shadow]\").focus()");
    String sum = text("#rules-body .admitted .sum");
    tab.await("document.querySelector('#rules-body .admitted .sum').innerText !== '" + sum + "'");
    assertThat(tab.value("document.activeElement.textContent")).isEqualTo("Shadow");
  }

  @Test
  void remoteAccessRequiresTheToken() throws IOException {
    console.apply(new ConsoleSettings("0.0.0.0", 0, "a-token-of-20-letters"));
    String url = url();
    tab.go(url.substring(0, url.indexOf('#')));
    awaitText("#headline", "Locked");
    assertThat(tab.value("document.body.innerText")).doesNotContain("login", "penstock.yaml");
    tab.saveScreenshot(Path.of("target/console-pages/locked.png"));
    tab.click("#token");
    tab.type("a-token-of-20-letters");
    tab.click("#show-token");
    awaitText("#headline", "On");
  }

  @Test
  void reportsALostConnectionAndReconnects() throws IOException {
    openPage();
    int port = URI.create(url()).getPort();
    console.apply(null);
    awaitText("#lost", "Connection lost. The page shows the state at");
    assertThat(text("#headline")).isEqualTo("Was on");
    assertThat(text("#subline")).isEqualTo("The current state is unknown");
    tab.saveScreenshot(Path.of("target/console-pages/lost.png"));
    console.apply(new ConsoleSettings("127.0.0.1", port, null));
    tab.click("#retry");
    tab.await("document.getElementById('lost').hidden");
    tab.click("#mode-all [data-mode=shadow]");
    awaitText("#headline", "Shadow");
  }

  @Test
  void scriptsInNamesAreShownAsText() {
    controls.hostileName = "<img src=x onerror=\"document.title='pwned'\">";
    controls.hostileClient = "</td><script>document.title='pwned'</script>";
    controls.problems = List.of("<b>bold</b> ${project.version} <script>1</script>");
    openPage();
    assertThat(text("#rules-body tr:nth-child(3) .name")).isEqualTo(controls.hostileName);
    assertThat(text("#limited-body th")).isEqualTo(controls.hostileClient);
    assertThat(text("#problems-text")).isEqualTo(controls.problems.get(0));
    tab.click("#rules-body tr:nth-child(3) [data-mode=off]");
    confirm("#confirm-yes");
    awaitActions(controls.hostileName + " OFF by console");
    assertThat(tab.value("document.querySelectorAll('img, b, script:not([src])').length"))
        .isEqualTo("0");
    assertThat(tab.value("document.title")).isEqualTo("On – Penstock");
  }

  @Test
  void showsProblemsAsTheCommandLineDoes() {
    controls.problems = List.of(ConsoleSample.BROKEN);
    openPage();
    assertThat(text("#problems-text")).isEqualTo(ConsoleSample.BROKEN);
    assertThat(text("#problems-title"))
        .isEqualTo("A problem in the rules file: the previous rules stay active");
    assertThat(tab.value("getComputedStyle(document.getElementById('problems-text')).fontFamily"))
        .contains("monospace");
  }

  @ParameterizedTest
  @ValueSource(ints = {320, 360, 768, 1280})
  void fitsTheScreen(int width) {
    controls.problems = List.of(ConsoleSample.BROKEN);
    controls.hostileName = "a-name-without-a-place-to-break-" + "x".repeat(120);
    tab.resize(width, 800);
    openPage();
    assertThat(tab.value("document.documentElement.scrollWidth - innerWidth <= 0"))
        .isEqualTo("true");
  }

  @Test
  void followsTheColorSchemeOfTheBrowser() {
    openPage();
    String background = "getComputedStyle(document.body).backgroundColor";
    assertThat(tab.value(background)).isEqualTo("rgb(246, 245, 242)");
    tab.prefer("dark");
    assertThat(tab.value(background)).isEqualTo("rgb(20, 23, 26)");
  }

  @Test
  void takesScreenshotsOfAllStates() throws IOException {
    openPage();
    tab.await("document.querySelector('.flow.admitted path').getAttribute('d').length > 120");
    for (String scheme : List.of("light", "dark")) {
      tab.prefer(scheme);
      saveScreenshots("enforcing-" + scheme);
    }
    controls.redisIsAvailable = false;
    controls.problems = List.of(ConsoleSample.BROKEN);
    tab.prefer("light");
    awaitText("#facts", "unavailable");
    saveScreenshots("broken-light");
    tab.click("#mode-all [data-mode=off]");
    tab.await("document.getElementById('confirm').open");
    saveScreenshots("confirm-light");
    confirm("#confirm-yes");
    awaitText("#headline", "Off");
    saveScreenshots("off-light");
    tab.prefer("dark");
    saveScreenshots("off-dark");
    tab.click("#mode-all [data-mode=shadow]");
    awaitText("#headline", "Shadow");
    saveScreenshots("shadow-dark");
  }

  private void saveScreenshots(String name) throws IOException {
    for (int width : List.of(360, 1280)) {
      tab.resize(width, width == 360 ? 740 : 900);
      tab.saveScreenshot(Path.of("target/console-pages/" + name + "-" + width + ".png"));
    }
  }
}
