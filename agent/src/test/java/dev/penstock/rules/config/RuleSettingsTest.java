package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.FileSettings;
import dev.penstock.rules.LoadShedding;
import dev.penstock.rules.Mode;
import dev.penstock.rules.RejectionStyle;
import dev.penstock.rules.RejectionStyle.Body;
import dev.penstock.rules.RejectionStyle.Dialect;
import dev.penstock.rules.Rule;
import dev.penstock.rules.match.Match;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the parsing of settings other than the limits of a rule and the rules of a file. */
class RuleSettingsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          /a                                          ~ /a
          { path: /a }                                ~ /a
          { methods: GET }                            ~ GET /**
          { methods: [GET, PUT], path: [/a, /b] }     ~ GET,PUT /a, GET,PUT /b
          { methods: "GET,PUT", path: /a }            ~ GET,PUT /a
          { path: /a, host: API.example.org }         ~ /a with host=api.example.org
          { host: [a.org, "*.b.org"] }                ~ /** with host=a.org, /** with host=*.b.org
          { headers: { X-Beta: true, X-V: 2 } }       ~ /** with header.X-Beta with header.X-V=2
          { headers: { X-Beta: "true" } }             ~ /** with header.X-Beta=true
          { query: { q: "*x*" } }                     ~ /** with query.q=*x*
          { path: /a/**, not: /a/b }                  ~ /a/** but not /a/b
          { path: /a/**, not: [GET /a/b, { host: x }] } ~ /a/** but not GET /a/b but not /** with host=x
          [/a, { path: /b }, POST /c]                 ~ /a, /b, POST /c
          """)
  void readsMatches(String written, String matches) {
    Rule rule = Good.rule("{ match: " + written + ", rate: 5/s }");
    assertThat(rule.matches().toString()).isEqualTo("[" + matches + "]");
  }

  @Test
  void readsTheCostOfAMatch() {
    Rule rule = Good.rule("{ match: [/a, { path: [/b, /c], cost: 3 }], rate: 5/s, cost: 2 }");
    assertThat(rule.matches()).extracting(Match::cost).containsExactly(0L, 3L, 3L);
    assertThat(rule.cost()).isEqualTo(2);
  }

  @Test
  void readsWhichResponsesCount() {
    Rule rule =
        Good.rule(
            "{ match: /a, key: user, rate: 5/s,"
                + " count: { status: [401, 5xx, 420-429], reset-on: 2xx } }");
    assertThat(rule.counted())
        .hasToString(
            "CountedResponses[statuses=[StatusRange[from=401, to=401], StatusRange[from=500, to=599],"
                + " StatusRange[from=420, to=429]], resetOn=[StatusRange[from=200, to=299]]]");
    assertThat(Good.rule("{ match: /a, rate: 5/s }").counted()).isNull();
  }

  @Test
  void warnsOfAResetThatClearsNothingOrThatEveryClientCanTrigger() {
    assertThat(
            Good.warnings(
                """
                version: 1
                inbound:
                  a: { match: /a, key: ip, rate: 5/s, count: { status: 401, reset-on: 2xx } }
                  b: { match: /b, key: ip, rate: 5/s, reset-on: 2xx }
                  c: { match: /c, key: user, rate: 5/s, count: { status: 401, reset-on: 2xx } }
                """))
        .isEqualTo(
            """
            penstock.yaml:3:61: warning: `reset-on` has no effect: under `count` it clears limits \
            whose key names an account, and this rule has none
              |
            3 |   a: { match: /a, key: ip, rate: 5/s, count: { status: 401, reset-on: 2xx } }
              |                                                             ^^^^^^^^
              = at inbound.a.count.reset-on
              = help: add the account to a key, such as `[ip, form.username]`, or move `reset-on` to the \
            limit that it should clear
            penstock.yaml:4:39: warning: a client can clear this limit by logging in to an account of \
            its own, because the key `ip` names no account
              |
            4 |   b: { match: /b, key: ip, rate: 5/s, reset-on: 2xx }
              |                                       ^^^^^^^^
              = at inbound.b.reset-on
              = help: remove `reset-on`, or add the account to the key, such as `[ip, form.username]`""");
  }

  @Test
  void readsTheEnforcedPercentage() {
    Rule rule = Good.rule("{ match: /a, rate: 5/s, mode: shadow, enforce: 5% }");
    assertThat(rule.mode()).isEqualTo(Mode.SHADOW);
    assertThat(rule.enforcedPercent()).isEqualTo(5);
    assertThat(Good.rule("{ match: /a, rate: 5/s }").enforcedPercent()).isEqualTo(100);
  }

  @Test
  void aRuleInheritsTheRejectionResponse() {
    List<Rule> rules =
        Good.file(
                """
                version: 1
                response: { status: 503, fields: [ietf, x], body: json, jitter: 5s, cors: "*" }
                inbound:
                  a: { match: /a, rate: 5/s }
                  b:
                    match: /b
                    rate: 5/s
                    response:
                      disclose: false
                      fields: none
                      body: { template: "<h1>{rule}</h1>", type: text/html }
                      cors: [https://a.org, "http://b.org:8080"]
                """)
            .rules()
            .inbound()
            .rules();
    assertThat(rules.get(0).answer())
        .isEqualTo(
            new RejectionStyle(
                503, Set.of(Dialect.IETF, Dialect.X), Body.JSON, "", "", true, 5, List.of("*")));
    assertThat(rules.get(1).answer())
        .isEqualTo(
            new RejectionStyle(
                503,
                Set.of(),
                Body.TEMPLATE,
                "<h1>{rule}</h1>",
                "text/html",
                false,
                5,
                List.of("https://a.org", "http://b.org:8080")));
  }

  @Test
  void usesTheDefaultRejectionResponseByDefault() {
    assertThat(Good.rule("{ match: /a, rate: 5/s }").answer()).isEqualTo(RejectionStyle.DEFAULT);
  }

  @Test
  void readsLoadShedding() {
    ParsedRules.Good good =
        Good.file(
            """
            version: 1
            shed: { capacity: 200, low: [/webhooks/**], critical: { methods: POST, path: /pay } }
            store: { max-keys: 50000 }
            exempt: [/health, { path: /x, headers: { X-Probe: true } }, ip 10.0.0.0/8]
            """);
    FileSettings settings = good.rules().inbound().settings();
    LoadShedding shedding = Objects.requireNonNull(settings.shedding());
    assertThat(shedding.capacity()).isEqualTo(200);
    assertThat(shedding.low()).hasToString("[/webhooks/**]");
    assertThat(shedding.critical()).hasToString("[POST /pay]");
    assertThat(settings.mostKeys()).isEqualTo(50_000);
    assertThat(settings.exemption().matches()).hasToString("[/health, /x with header.X-Probe]");
    assertThat(good.warnings()).isEmpty();
  }

  @Test
  void keepsAMillionKeysByDefault() {
    FileSettings settings = Good.file("version: 1").rules().inbound().settings();
    assertThat(settings.mostKeys()).isEqualTo(FileSettings.DEFAULT_MAX_KEYS);
    assertThat(settings.shedding()).isNull();
    assertThat(settings.plans()).isNull();
  }
}
