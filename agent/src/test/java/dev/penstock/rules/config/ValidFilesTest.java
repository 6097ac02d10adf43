package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.Mode;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.config.text.Problem;
import dev.penstock.rules.key.ClientAddress;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidFilesTest {
  @Test
  void parsesEveryKindOfRule() {
    assertThat(
            rules(
                """
                version: 1
                inbound:
                  plain: { match: /api/**, rate: 100/min }
                  fixed:
                    match: ["GET /b/c/{id}", "GET,POST /b/{id}"]
                    key: [path.id, header.X, method]
                    rate: 5/10s
                    algorithm: fixed-window
                  bucket: { match: /up/*, key: ip, rate: 10/h, burst: 3 }
                  full-bucket: { match: /down/*, rate: 10/h, algorithm: token-bucket }
                """))
        .isEqualTo(
            """
            plain: [/api/**] by global, sliding-window 100/60000000us
            fixed: [GET /b/c/{id}, GET,POST /b/{id}] by [path.id, header.X | ip, method], \
            fixed-window 5/10000000us
            bucket: [/up/*] by ip, token-bucket 10/3600000000us burst 3
            full-bucket: [/down/*] by global, token-bucket 10/3600000000us burst 10""");
  }

  @ParameterizedTest
  @CsvSource({
    "1/ms, 1000",
    "1/s, 1000000",
    "1/min, 60000000",
    "1/h, 3600000000",
    "1/day, 86400000000",
    "1/week, 604800000000",
    "1/month, 2592000000000",
    "1/90s, 90000000",
    "1/3650day, 315360000000000",
  })
  void readsEachUnit(String rate, long micros) {
    RuleSet rules =
        good("version: 1\ninbound: { a: { match: /a, rate: " + rate + " } }").rules().inbound();
    assertThat(rules.rules().get(0).quotas().get(0).defaultLimit().periodMicros())
        .isEqualTo(micros);
    assertThat(rules.rules().get(0).quotas().get(0).rate()).isEqualTo(rate);
  }

  @ParameterizedTest
  @CsvSource({
    "ip, ip",
    "method, method",
    "global, global",
    "user, user",
    "header.X-API-Key, header.X-API-Key",
    "cookie.sid | query.key, cookie.sid | query.key",
    "header.X|ip, header.X | ip",
    "header.X | global, header.X | global",
    "session | form.name | attribute.a.b | route, session | form.name | attribute.a.b | route",
    "path.id, path.id",
    "'[header.X, query.q | global, ip]', '[header.X | ip, query.q | global, ip]'",
    "'[user | session, host]', '[user | session | ip, host]'",
    "'[header.X]', header.X",
  })
  void readsKeysAndUsesTheClientAddressForAbsentParts(String written, String key) {
    ParsedRules.Good good =
        good("version: 1\ninbound: { a: { match: '/{id}', rate: 1/s, key: " + written + " } }");
    assertThat(good.rules().inbound().rules().get(0).quotas().get(0).key()).hasToString(key);
    assertThat(good.warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"enforce, ENFORCE", "shadow, SHADOW", "off, OFF"})
  void readsTheMode(String written, Mode mode) {
    assertThat(good("version: 1\nmode: " + written).rules().inbound().mode()).isEqualTo(mode);
  }

  @Test
  void enforcesByDefault() {
    assertThat(good("version: 1").rules().inbound().mode()).isEqualTo(Mode.ENFORCE);
  }

  @Test
  void readsHowTheClientAddressIsDetermined() {
    ClientAddress address =
        good("""
            version: 1
            client-ip: { trusted-proxies: [10.0.0.0/8, "::1"], header: X-Real-IP, ipv4-prefix: 24,
              ipv6-prefix: 56 }
            """)
            .rules()
            .inbound()
            .clientAddress();
    assertThat(address.trustedProxies().toString()).isEqualTo("[10.0.0.0/8, ::1]");
    assertThat(address.header()).isEqualTo("X-Real-IP");
    assertThat(address.ipv4Prefix()).isEqualTo(24);
    assertThat(address.ipv6Prefix()).isEqualTo(56);
  }

  @Test
  void trustsNoProxyByDefault() {
    assertThat(good("version: 1").rules().inbound().clientAddress())
        .isEqualTo(ClientAddress.DIRECT);
  }

  @Test
  void replacesVariables() {
    String file =
        """
        version: 1
        inbound:
          a:
            match: /${env:TEAM}/${env:UNSET:-x}/**
            rate: ${env:RATE:-1/s}
            burst: ${env:EMPTY:-7}
        """;
    assertThat(good(file).rules().inbound().rules().get(0).matches().get(0).pattern().text())
        .isEqualTo("/red/x/**");
    assertThat(rules(file))
        .isEqualTo(
            "a: [/${env:TEAM}/${env:UNSET:-x}/**] by global, token-bucket 50/60000000us burst 7");
  }

  @Test
  void readsFilesFromWindows() {
    assertThat(rules("\ufeffversion: 1\r\ninbound:\r\n  a: { match: /a, rate: 1/s }\r\n"))
        .isEqualTo("a: [/a] by global, sliding-window 1/1000000us");
  }

  @Test
  void warnsOfEqualRules() {
    assertThat(
            warnings(
                """
                version: 1
                inbound:
                  a: { match: /a, key: ip, rate: 60/min }
                  b: { match: /a, key: ip, rate: 60/60s }
                """))
        .isEqualTo(
            """
            penstock.yaml:4:3: warning: `b` does the same as `a`
              |
            4 |   b: { match: /a, key: ip, rate: 60/60s }
              |   ^
              = at inbound.b
              = help: remove one of them""");
  }

  @Test
  void warnsOfUnreachableKeysAndUnusualMethods() {
    assertThat(
            warnings(
                """
                version: 1
                inbound:
                  a: { match: PSOT /a, key: ip | header.X, rate: 60/min }
                """))
        .isEqualTo(
            """
            penstock.yaml:3:15: warning: unusual method `PSOT`
              |
            3 |   a: { match: PSOT /a, key: ip | header.X, rate: 60/min }
              |               ^^^^
              = at inbound.a.match
              = help: did you mean `POST`?
            penstock.yaml:3:34: warning: `header.X` is never used, because every call has `ip`
              |
            3 |   a: { match: PSOT /a, key: ip | header.X, rate: 60/min }
              |                                  ^^^^^^^^
              = at inbound.a.key
              = help: put `ip` last""");
  }

  @Test
  void warnsOfPercentEscapesInPatterns() {
    assertThat(warnings("version: 1\ninbound: { a: { match: GET /my%20files/**, rate: 60/min } }"))
        .isEqualTo(
            """
            penstock.yaml:2:31: warning: `%20` is not decoded in a pattern
              |
            2 | inbound: { a: { match: GET /my%20files/**, rate: 60/min } }
              |                               ^^^
              = at inbound.a.match
              = help: write the character that it stands for""");
  }

  @Test
  void warnsOfAFileWithoutRules() {
    assertThat(warnings("version: 1"))
        .isEqualTo("penstock.yaml: warning: there are no rules, so nothing is limited");
  }

  private static String rules(String text) {
    return good(text).rules().inbound().rules().stream()
        .map(ValidFilesTest::describe)
        .collect(Collectors.joining("\n"));
  }

  private static String describe(Rule rule) {
    return rule.name()
        + ": "
        + rule.matches()
        + " by "
        + rule.quotas().get(0).key()
        + ", "
        + rule.quotas().get(0).defaultLimit();
  }

  private static String warnings(String text) {
    return good(text).warnings().stream().map(Problem::render).collect(Collectors.joining("\n"));
  }

  private static ParsedRules.Good good(String text) {
    ParsedRules parsed = RulesFile.parse("penstock.yaml", text, ValidFilesTest::variable);
    assertThat(parsed).isInstanceOf(ParsedRules.Good.class);
    return (ParsedRules.Good) parsed;
  }

  private static @Nullable String variable(String name) {
    return switch (name) {
      case "TEAM" -> "red";
      case "RATE" -> "50/min";
      case "EMPTY" -> "";
      default -> null;
    };
  }
}
