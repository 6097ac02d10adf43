package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.RedisSettings;
import dev.penstock.rules.RedisSettings.Accuracy;
import dev.penstock.rules.Rule;
import dev.penstock.rules.StoreSettings;
import dev.penstock.rules.config.text.Problem;
import dev.penstock.store.redis.client.FailurePolicy;
import dev.penstock.store.redis.client.RedisAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the parsing of {@code store} and {@code on-store-failure}. */
class StoreSettingsTest {
  @Test
  void theStoreIsInThisJvmByDefault() {
    assertThat(store(""))
        .isEqualTo(new StoreSettings(1_000_000, null))
        .isEqualTo(StoreSettings.DEFAULT);
    assertThat(store("store: { max-keys: 5000 }")).isEqualTo(new StoreSettings(5_000, null));
  }

  @Test
  void redisRequiresOnlyAnAddress() {
    assertThat(store("store: { redis: redis://cache }"))
        .isEqualTo(
            new StoreSettings(
                1_000_000,
                new RedisSettings(
                    RedisAddress.parse("redis://cache:6379"),
                    Accuracy.EXACT,
                    20_000,
                    FailurePolicy.LOCAL,
                    1,
                    "penstock",
                    null)));
  }

  @Test
  void readsAllRedisSettings() {
    StoreSettings store =
        store(
            """
            store:
              redis: rediss://ann:${env:PW:-hunter2}@cache:6380/2
              accuracy: leased
              timeout: 10s
              on-failure: closed
              instances: 3
              prefix: shop:v2
              secret: hunter2-hunter2-hunter2
              max-keys: 5000
            """);
    assertThat(store)
        .isEqualTo(
            new StoreSettings(
                5_000,
                new RedisSettings(
                    RedisAddress.parse("rediss://ann:hunter2@cache:6380/2"),
                    Accuracy.LEASED,
                    10_000_000,
                    FailurePolicy.CLOSED,
                    3,
                    "shop:v2",
                    "hunter2-hunter2-hunter2")))
        .hasToString("StoreSettings[mostKeys=5000, redis=rediss://cache:6380/2 (leased)]");
  }

  @Test
  void inboundAndOutboundRulesHaveTheSameStore() {
    var rules = Good.file("version: 1\nstore: { redis: redis://h, instances: 2 }\n").rules();
    assertThat(rules.outbound().settings().store()).isEqualTo(rules.inbound().settings().store());
    assertThat(rules.inbound().settings().store().redis()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          instances: 3       | { rate: 5/s }                            | LOCAL
          on-failure: open   | { rate: 5/s }                            | OPEN
          on-failure: open   | { rate: 5/s, on-store-failure: local }   | LOCAL
          on-failure: open   | { rate: 5/s, concurrency: 2, on-store-failure: closed } | CLOSED CLOSED
          on-failure: open   | { limits: [{ rate: 5/s, on-store-failure: closed }, { rate: 9/min }] } | CLOSED OPEN
          on-failure: open   | { on-store-failure: closed, limits: [{ rate: 5/s, on-store-failure: local }, { rate: 9/min }] } | LOCAL CLOSED
          """)
  void aLimitOverridesTheFailurePolicyOfItsRuleAndTheRuleThatOfTheFile(
      String store, String rule, String expected) {
    assertThat(failurePolicies(rule(store, rule))).isEqualTo(expected);
  }

  @Test
  void aCandidateHasTheFailurePolicyOfItsRule() {
    String body =
        "{ on-store-failure: closed, limits: [{ rate: 5/s }],"
            + " shadow: { limits: [{ rate: 6/s }, { rate: 7/s, on-store-failure: open }] } }";
    Rule candidate = Objects.requireNonNull(rule("instances: 3", body).candidate());
    assertThat(failurePolicies(candidate)).isEqualTo("CLOSED OPEN");
    String single = "{ on-store-failure: closed, rate: 5/s, shadow: { limits: [{ rate: 6/s }] } }";
    assertThat(failurePolicies(Objects.requireNonNull(rule("instances: 3", single).candidate())))
        .isEqualTo("CLOSED");
  }

  @Test
  void rulesWithDifferentFailurePoliciesAreNotEqual() {
    assertThat(
            Good.warnings(
                """
                version: 1
                store: { redis: redis://:pw@h, on-failure: open }
                inbound:
                  a: { match: /a, rate: 5/s }
                  b: { match: /a, rate: 5/s, on-store-failure: closed }
                """))
        .isEmpty();
  }

  @Test
  void warnsOfMissingInstancesAndOfAMissingSecret() {
    assertThat(Good.warnings(file("store: { redis: redis://h }")))
        .isEqualTo(
            """
            penstock.yaml:3:10: warning: while Redis is unavailable, each JVM allows the whole limit
              |
            3 | store: { redis: redis://h }
              |          ^^^^^
              = at store.redis
              = help: add how many JVMs share the limits, so that each allows its share: `instances: 3`
            penstock.yaml:3:10: warning: without a secret or a password, everyone who can read this Redis can find keys by guessing
              |
            3 | store: { redis: redis://h }
              |          ^^^^^
              = at store.redis
              = help: add `secret: ${env:NAME}`, with the same value in all JVMs, to hash keys with it""");
    assertThat(Good.warnings(file("store: { redis: redis://:hunter2@h, on-failure: local }")))
        .isEqualTo(
            """
            penstock.yaml:3:37: warning: while Redis is unavailable, each JVM allows the whole limit
              |
            3 | store: { redis: redis://***@h, on-failure: local }
              |                                ^^^^^^^^^^
              = at store.on-failure
              = help: add how many JVMs share the limits, so that each allows its share: `instances: 3`""");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          redis: redis://:pw@h, instances: 1
          redis: redis://:pw@h, on-failure: open
          redis: redis://h, on-failure: closed, secret: 0123456789abcdef
          """)
  void doesNotWarnIfInstancesAndSecretAreSet(String store) {
    assertThat(Good.warnings(file("store: { " + store + " }"))).isEmpty();
  }

  @Test
  void noPrefixOfAFileShowsASecret() {
    String file =
        """
        version: 1
        store: { redis: "redis://ann:hunter2@h", secret: 'hunter2-hunter2', "instances": 2 }
        shadow-log: { path: a.jsonl, secret: "hunter2" }
        inbound: { a: { match: /a, rate: 5/sek } }
        """;
    for (int length = file.indexOf("instances"); length <= file.length(); length++) {
      ParsedRules parsed =
          RulesFile.parse("penstock.yaml", file.substring(0, length), name -> null);
      List<Problem> problems = new ArrayList<>(((ParsedRules.Broken) parsed).problems());
      assertThat(problems).isNotEmpty();
      for (Problem problem : problems) {
        assertThat(problem.render()).doesNotContain("hunter");
      }
    }
  }

  private static String failurePolicies(Rule rule) {
    return String.join(
        " ", rule.quotas().stream().map(quota -> quota.onOutage().toString()).toList());
  }

  private static Rule rule(String store, String body) {
    String redis = "version: 1\nstore: { redis: redis://h, " + store + " }\n";
    String rule = body.replaceFirst("\\{", "{ match: /a,");
    return Good.file(redis + "inbound: { a: " + rule + " }").rules().inbound().rules().get(0);
  }

  private static String file(String store) {
    return "version: 1\nexempt: /a\n" + store + "\ninbound: { a: { match: /a, rate: 5/s } }\n";
  }

  private static StoreSettings store(String written) {
    return Good.file(file(written)).rules().inbound().settings().store();
  }
}
