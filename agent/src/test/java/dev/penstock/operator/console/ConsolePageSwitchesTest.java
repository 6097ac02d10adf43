package dev.penstock.operator.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the switches of the console page with real clicks. */
class ConsolePageSwitchesTest extends ConsolePageInBrowser {
  @Test
  void theKillSwitchTurnsAllRulesOffAndOn() {
    openPage();
    tab.click("#kill");
    confirm("#confirm-yes");
    awaitText("#headline", "Off");
    awaitActions("all OFF by console");
    assertThat(text("#subline"))
        .isEqualTo("No call is limited: switched by console, the file says enforce");
    awaitText("#said", "All rules are off.");
    tab.click("#kill");
    awaitText("#headline", "On");
    awaitActions("all OFF by console", "all null by console");
  }

  @Test
  void nothingChangesWithoutConfirmation() {
    openPage();
    tab.click("#kill");
    confirm("#confirm-no");
    tab.click(API + "[data-mode=off]");
    tab.await("document.getElementById('confirm').open");
    tab.press("Escape", 27, null);
    tab.await("!document.getElementById('confirm').open");
    tab.click("#kill");
    confirm("#confirm-no");
    assertThat(controls.actions()).isEmpty();
  }

  @Test
  void switchesAllRulesToEachMode() {
    openPage();
    tab.click("#mode-all [data-mode=shadow]");
    awaitText("#headline", "Shadow");
    tab.click("#mode-all [data-mode=enforce]");
    awaitText("#headline", "On");
    tab.click("#mode-all [data-mode=off]");
    confirm("#confirm-yes");
    awaitText("#headline", "Off");
    tab.click("#mode-all [data-mode=file]");
    awaitText("#subline", "as the file says");
    awaitActions(
        "all SHADOW by console",
        "all ENFORCE by console",
        "all OFF by console",
        "all null by console");
  }

  @Test
  void switchesOneRuleToEachMode() {
    openPage();
    String pressed = "document.querySelector(\"" + API + "[aria-pressed=true]\").textContent === ";
    tab.await(pressed + "'File'");
    tab.click(API + "[data-mode=shadow]");
    tab.await(pressed + "'Shadow'");
    tab.click(API + "[data-mode=enforce]");
    tab.await(pressed + "'Enforce'");
    tab.click(API + "[data-mode=off]");
    confirm("#confirm-yes");
    tab.await(pressed + "'Off'");
    awaitText("#rules-body tr:nth-child(2) .force", "off, by console; file: enforce");
    tab.click(API + "[data-mode=file]");
    tab.await(pressed + "'File'");
    awaitActions(
        "api SHADOW by console",
        "api ENFORCE by console",
        "api OFF by console",
        "api null by console");
  }

  @Test
  void peeksAtAndResetsAClient() {
    openPage();
    tab.await("document.getElementById('key-rule').options.length === 5");
    tab.value("document.getElementById('key-rule').value = 'api'");
    tab.click("#key");
    tab.type("user=43");
    tab.click("#peek");
    awaitText("#key-answer", "rule has no key `user=43`: it is `user=...`");
    tab.value("document.getElementById('key').value = ''");
    tab.click("#key");
    tab.type("user=42");
    tab.press("Enter", 13, "\r");
    awaitText("#key-answer", "3 of 100");
    assertThat(text("#key-answer")).contains("user=42 has of rule api", "12 s", "7f3a99c0d1");
    tab.click("#reset");
    confirm("#confirm-yes");
    awaitText("#key-answer", "100 of 100");
    assertThat(controls.actions())
        .containsExactly("peek api user=43", "peek api user=42", "reset api user=42 by console");
  }

  @Test
  void worksByKeyboardAlone() {
    openPage();
    for (int i = 0; i < 2; i++) {
      tab.press("Tab", 9, null);
    }
    assertThat(tab.value("document.activeElement.id")).isEqualTo("kill");
    assertThat(tab.value("document.activeElement.matches(':focus-visible')")).isEqualTo("true");
    tab.press("Enter", 13, "\r");
    tab.await("document.getElementById('confirm').open");
    assertThat(tab.value("document.activeElement.id")).isEqualTo("confirm-yes");
    tab.press("Enter", 13, "\r");
    awaitText("#headline", "Off");
    awaitActions("all OFF by console");
    assertThat(tab.value("document.activeElement.id")).isEqualTo("kill");
  }

  @Test
  void withoutTheTokenThePageIsReadOnly() {
    String url = url();
    tab.go(url.substring(0, url.indexOf('#')));
    awaitText("#access-title", "Read-only");
    assertThat(
            tab.value(
                "[...document.querySelectorAll('#kill, .segments button, #peek, #reset')]"
                    + ".every(button => button.disabled)"))
        .isEqualTo("true");
    tab.click("#token");
    tab.type("wrong");
    tab.click("#show-token");
    awaitText("#access-words", "The token is wrong.");
    tab.click("#token");
    tab.type(url.substring(url.indexOf('=') + 1));
    tab.press("Enter", 13, "\r");
    tab.await("document.getElementById('access').hidden");
    tab.click("#mode-all [data-mode=shadow]");
    awaitText("#headline", "Shadow");
  }
}
