package dev.penstock.operator.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.browser.Browser;
import dev.penstock.browser.Tab;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.ConsoleSettings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Opens the page of a console in a real browser, which all tests of a class share. */
abstract class ConsolePageInBrowser {
  /** The selector for the switches of the rule {@code api}. */
  static final String API = "[aria-label='Mode of rule api'] ";

  @TempDir static Path folder;
  static Tab tab;

  final FakeControls controls = new FakeControls();
  final Console console =
      new Console(
          controls,
          snapshot -> "",
          new AgentLog(
              new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
              /* debugging= */ false,
              System::nanoTime));

  @BeforeAll
  static void openBrowser() throws Exception {
    Optional<Browser> browser = Browser.find();
    assumeTrue(browser.isPresent(), "SKIPPED: no Chromium or Chrome on the PATH");
    tab = Tab.open(browser.orElseThrow(), folder);
  }

  @AfterAll
  static void closeBrowser() {
    if (tab != null) {
      tab.close();
    }
  }

  @BeforeEach
  void openConsole() {
    tab.resize(1280, 900);
    tab.prefer("light");
    tab.reset();
    console.apply(new ConsoleSettings("127.0.0.1", 0, null));
  }

  @AfterEach
  void closeConsole() {
    console.apply(null);
  }

  final String url() {
    return Objects.requireNonNull(console.url());
  }

  final void openPage() {
    tab.go(url());
    tab.await("document.querySelectorAll('#rules-body tr').length === 5");
  }

  static String text(String selector) {
    return tab.value("document.querySelector(\"" + selector + "\").innerText");
  }

  static void awaitText(String selector, String text) {
    tab.await("document.querySelector(\"" + selector + "\").innerText.includes('" + text + "')");
  }

  final void awaitActions(String... actions) {
    tab.await("document.getElementById('said').textContent !== ''");
    assertThat(controls.actions()).containsExactly(actions);
  }

  static void confirm(String button) {
    tab.await("document.getElementById('confirm').open");
    tab.click(button);
    tab.await("!document.getElementById('confirm').open");
  }
}
