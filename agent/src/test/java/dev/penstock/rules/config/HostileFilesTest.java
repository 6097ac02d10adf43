package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.penstock.Repetitions;
import dev.penstock.rules.config.text.Problem;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the parser returns rules or problems for any content, and never throws or hangs. */
class HostileFilesTest {
  private static final String FILE =
      """
      version: 1
      mode: shadow                   # a comment
      inbound:
        login:
          match: POST /login
          key: [ip, header.X-Login | query.user]
          rate: 5/min
        api:
          match:
            - GET,POST /api/{tenant}/**
            - "/v2/{tenant}/caf\u00e9/\\u00e9"
          key: path.tenant
          rate: ${env:API_RATE:-100/10s}
          burst: 20
          on-store-failure: open
          cost: 2
          count: { status: [401, 5xx], reset-on: 200-299 }
          shadow: { algorithm: gcra, rate: 9/s, burst: 7, cost: 1 }
          response: { status: 503, body: { template: "{rule}", type: text/html }, jitter: 5s }
        several:
          match: { methods: POST, path: [/a, /b], host: "*.x", headers: { A: true }, not: /a/b }
          enforce: 5%
          limits:
            - { rate: { free: 5/s, pro: 50/s }, key: who, on-missing-key: skip, slices: 5 }
            - { rate: 9/day, calendar: UTC, concurrency: 3 }
            - { rate: 9/min, algorithm: leaky-bucket, wait: 2s, queue: 7 }
          shadow:
            limits: [{ rate: { free: 5/s }, key: ip }, { concurrency: 3 }]
        "quoted": { match: '/x/*/y', rate: 7/day, algorithm: fixed-window }
        folded:
          match: >-
            /folded
          rate: |
            9/week
      outbound:
        pay:
          match:
            - "GET,PUT https://*.pay.x:8443/v1/{id}"
            - { scheme: [http, "*"], port: 80, not: "http://[::1]/a" }
          key: header.X | host
          rate: 25/s
          wait: 2s
          queue: 9
          learn: { cap: 5min }
          backoff: { base: 1s, cap: 2s }
          shadow: { wait: 3s, learn: true }
        heed: { match: "*://*:*/**", learn: true, count-retries: true }
      exempt: [/health, /actuator/**, ip 10.20.0.0/16, "ip 2001:db8::/32"]
      keys: { who: other | ip, other: [user, form.name] }
      plans: { from: header.X-Plan, default: free }
      shed: { capacity: 20, low: /low/**, critical: [POST /pay] }
      store: { redis: "redis://a:b@h1,[::1]:7/0", timeout: 9ms, instances: 3, max-keys: 5000 }
      shadow: { threshold: 0.5%, min-requests: 10, min-duration: 2day }
      shadow-log: { path: a.jsonl, max-size: 64MB, keep: 2, secret: 0123456789abcdef }
      client-ip: { trusted-proxies: [10.0.0.0/8], header: X-Forwarded-For, ipv6-prefix: 56 }
      """;
  private static final String ALPHABET =
      "\t\n\r -:[]{},|>&*!%@`'\"#?~/.0aZ\\$\u0000\u0007\u0085\u2028\ufeff\ud83d\ude00\u65e5";

  @Test
  void theUnmodifiedFileIsValid() {
    assertThat(parse(FILE)).isInstanceOf(ParsedRules.Good.class);
  }

  @Test
  void everyPrefixOfAFileHasAResult() {
    for (int length = 0; length < FILE.length(); length++) {
      check(FILE.substring(0, length));
    }
  }

  @Test
  void everyRandomChangeOfAFileHasAResult() {
    Random random = new Random(20);
    for (int i = 0; i < Repetitions.of(2_000, 20_000); i++) {
      StringBuilder text = new StringBuilder(FILE);
      for (int mutates = 1 + random.nextInt(2); mutates > 0; mutates--) {
        mutate(text, random);
      }
      check(text.toString());
    }
  }

  private static void mutate(StringBuilder text, Random random) {
    int at = random.nextInt(text.length());
    char other = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
    switch (random.nextInt(3)) {
      case 0 -> text.deleteCharAt(at);
      case 1 -> text.insert(at, other);
      default -> text.setCharAt(at, other);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[", "{a: ", "- ", "? ", "a: [*x, ", "&a ", "!a ", "\"", "${env:", "|\n "})
  void longRepetitionHasAResult(String piece) {
    check("version: 1\nexempt: " + piece.repeat(100_000 / piece.length()));
    check(piece.repeat(100_000 / piece.length()));
  }

  @Test
  void aliasesThatGrowWithoutBoundAreNotFollowed() {
    StringBuilder text = new StringBuilder("version: 1\nexempt:\n- &a0 [/x]\n");
    for (int i = 1; i < 60; i++) {
      String before = "*a" + (i - 1);
      text.append("- &a" + i + " [" + (before + ",").repeat(9) + before + "]\n");
    }
    check(text.toString());
  }

  @Test
  void reportsAllOfManyProblems() {
    StringBuilder text = new StringBuilder("version: 1\ninbound:\n");
    for (int i = 0; i < 5_000; i++) {
      text.append("  rule" + i + ": { match: x, rate: 0/s }\n");
    }
    assertThat(((ParsedRules.Broken) parse(text.toString())).problems()).hasSize(10_000);
  }

  @Test
  void rejectsAFileOfMoreThanAMegabyte() {
    ParsedRules.Broken broken = (ParsedRules.Broken) parse("#".repeat((1 << 20) + 1));
    assertThat(broken.problems().get(0).render())
        .isEqualTo(
            """
            penstock.yaml: error: the file is too large
              = help: a rules file can have at most 1 MiB\
            """);
  }

  private static void check(String text) {
    assertThatCode(
            () -> {
              if (parse(text) instanceof ParsedRules.Broken broken) {
                assertThat(broken.problems()).isNotEmpty();
                for (Problem problem : broken.problems()) {
                  assertThat(problem.render())
                      .startsWith("penstock.yaml:")
                      .doesNotContain("cannot be understood")
                      .doesNotContain("\u0007");
                }
              }
            })
        .as(text.length() > 2_000 ? text.substring(0, 100) : text)
        .doesNotThrowAnyException();
  }

  private static ParsedRules parse(String text) {
    return RulesFile.parse("penstock.yaml", text, name -> null);
  }
}
