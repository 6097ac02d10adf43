package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.ConsoleSettings;
import dev.penstock.rules.Mode;
import dev.penstock.rules.VisibilitySettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the parsing of {@code console} and {@code telemetry}. */
class VisibilitySettingsTest {
  private static final String TOKEN = "0123456789-abcdef";

  @Test
  void noInterfaceIsOpenByDefault() {
    assertThat(visibility("")).isEqualTo(VisibilitySettings.NONE);
    assertThat(visibility("telemetry: { jmx: false }")).isEqualTo(VisibilitySettings.NONE);
  }

  @Test
  void aConsoleRequiresOnlyAPort() {
    VisibilitySettings expected =
        new VisibilitySettings(new ConsoleSettings("127.0.0.1", 9797, null), false, false);
    assertThat(visibility("console: 9797")).isEqualTo(expected);
    assertThat(visibility("console: { port: 9797 }")).isEqualTo(expected);
    assertThat(visibility("console: ${env:PORT:-9797}")).isEqualTo(expected);
  }

  @Test
  void readsAllSettings() {
    assertThat(
            visibility(
                "console: { port: 80, host: '[FE80::1]', token: '${env:T:-"
                    + TOKEN
                    + "}' }\n"
                    + "telemetry: { jmx: true, spans: true }"))
        .isEqualTo(new VisibilitySettings(new ConsoleSettings("fe80::1", 80, TOKEN), true, true))
        .hasToString("VisibilitySettings[console=fe80::1:80 with a token, jmx=true, spans=true]");
  }

  @Test
  void inboundAndOutboundRulesHaveTheSameSettings() {
    var rules = Good.file(file("console: 9797")).rules();
    assertThat(rules.outbound().settings().visibility())
        .isEqualTo(rules.inbound().settings().visibility())
        .isEqualTo(rules.inbound().settings().withMode(Mode.OFF).visibility());
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost", "LocalHost"})
  void needsNoTokenOnALoopbackAddress(String host) {
    assertThat(Good.warnings(file("console: { port: 1, host: '" + host + "' }"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "::",
        "10.1.2.3",
        "128.0.0.1",
        "::2",
        "127.0.0.1.example.org",
        "127.1",
        "box"
      })
  void needsATokenOnAnyOtherAddress(String host) {
    String console = "console: { port: 1, host: '" + host + "'%s }";
    assertThat(RulesFile.parse("penstock.yaml", file(console.formatted(""))))
        .isInstanceOfSatisfying(
            ParsedRules.Broken.class, broken -> assertThat(broken.problems()).hasSize(1));
    assertThat(visibility(console.formatted(", token: " + TOKEN)).console()).isNotNull();
  }

  @Test
  void warnsOfATokenInPlainText() {
    assertThat(Good.warnings(file("console: { port: 1, token: " + TOKEN + " }")))
        .isEqualTo(
            """
            penstock.yaml:3:28: warning: everyone who can read this file can read the token
              |
            3 | console: { port: 1, token: *** }
              |                            ^^^
              = at console.token
              = help: use a long random token from an environment variable: `token: ${env:NAME}`""");
  }

  private static String file(String text) {
    return "version: 1\ninbound: { a: { match: /a, rate: 5/s } }\n" + text;
  }

  private static VisibilitySettings visibility(String text) {
    return Good.file(file(text)).rules().inbound().settings().visibility();
  }
}
