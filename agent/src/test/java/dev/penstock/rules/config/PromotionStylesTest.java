package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.config.text.PromotionAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that promotion keeps the style of the rules file. */
class PromotionStylesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          { match: /a, rate: 5/s, shadow: { rate: 9/s } }                  | { match: /a, rate: 9/s }
          { shadow: { rate: 9/s }, match: /a, rate: 5/s }                  | { match: /a, rate: 9/s }
          { match: /a, shadow: { rate: 9/s }, rate: 5/s }                  | { match: /a, rate: 9/s }
          { match: /a, rate: 5/s, shadow: { burst: 9, cost: 2 } }          | { match: /a, rate: 5/s, burst: 9, cost: 2 }
          { burst: 5, shadow: { algorithm: gcra }, match: /a, rate: 5/s }  | { algorithm: gcra, match: /a, rate: 5/s }
          { burst: 5, match: /a, rate: 5/s, shadow: { algorithm: gcra } }  | { match: /a, rate: 5/s, algorithm: gcra }
          { slices: 5, strict: true, match: /a, rate: 5/s, shadow: { algorithm: gcra } } | { match: /a, rate: 5/s, algorithm: gcra }
          { match: /a, slices: 5, strict: true, rate: 5/s, shadow: { algorithm: gcra } } | { match: /a, rate: 5/s, algorithm: gcra }
          {"match":"/a","rate":"5/s","shadow":{"rate":"9/s","cost":"2"}}   | {"match":"/a","rate":"9/s",cost: "2"}
          { match: /a, rate: 5/s, mode: shadow }                           | { match: /a, rate: 5/s }
          { mode: shadow, enforce: 5%, match: /a, rate: 5/s }              | { match: /a, rate: 5/s }
          { match: /a, mode: off, rate: 5/s, shadow: { rate: 9/s } }       | { match: /a, mode: off, rate: 9/s }
          { match: /a, key: ip, rate: 5/s, shadow: { limits: [{ rate: 9/s, key: user }] } } | { match: /a, limits: [{ rate: 9/s, key: user }] }
          """)
  void changesARuleInBrackets(String before, String after) {
    String file = "version: 1\ninbound:\n  a: %s # a comment\n";
    PromotionAssertions.assertPromoted(file.formatted(before), file.formatted(after));
  }

  @Test
  void changesARuleInBracketsOnSeveralLines() {
    PromotionAssertions.assertPromoted(
        """
        version: 1
        inbound: {
          api: {
            match: /a,     # the calls
            # how much
            rate: 5/s,     # not more
            slices: 5,     # goes
            # the key
            key: ip
            , mode: shadow # why not
            , shadow: { algorithm: gcra,
               # goes as well
               rate: 9/s }
          },
        }
        """,
        """
        version: 1
        inbound: {
          api: {
            match: /a,     # the calls
            # how much
            rate: 9/s,     # not more
            # the key
            key: ip
              # why not
            , algorithm: gcra
          },
        }
        """);
  }

  @Test
  void changesListsOfLimits() {
    PromotionAssertions.assertPromoted(
        """
        version: 1
        inbound:
          login:
            match: /login
            limits:                      # all of them
              - { rate: 5/min, key: ip }
              # for all together
              - rate: 90/min
            shadow:
              limits:
              - { rate: 6/min, key: ip } # one more
              # nothing for all
              - rate: 80/min
                burst: 5
            cost: 2
        """,
        """
        version: 1
        inbound:
          login:
            match: /login
              # for all together
            limits:
            - { rate: 6/min, key: ip } # one more
            # nothing for all
            - rate: 80/min
              burst: 5
            cost: 2
        """);
  }

  @Test
  void changesRatesByPlan() {
    PromotionAssertions.assertPromoted(
        """
        version: 1
        plans: { from: header.X-Plan, default: free }
        inbound:
          a:
            match: /a
            rate:
              free: 5/s   # few
              # many
              pro: 9/s
            shadow:
                rate: { free: 6/s,
                        pro: 8/s }
          b:
            match: /b
            rate: 5/s     # for all
            shadow:
                rate:
                    free: 6/s
                    pro: 7/s
        """,
        """
        version: 1
        plans: { from: header.X-Plan, default: free }
        inbound:
          a:
            match: /a
              # many
            rate: { free: 6/s,
                    pro: 8/s }
          b:
            match: /b
            rate:
                free: 6/s
                pro: 7/s     # for all
        """);
  }

  @Test
  void changesOutboundRulesAndTextInUnusualStyles() {
    PromotionAssertions.assertPromoted(
        """
        version: 1
        outbound:
          pay:
            "match": https://pay.org/**
            'rate': "25/s"
            wait: >-
              2s
            learn: { cap: 1h }
            burst: 9
            shadow:
              rate: |
                20/s
              'wait': 3s
              learn:
                cap: 2h
              algorithm: 'leaky-bucket'
        """,
        """
        version: 1
        outbound:
          pay:
            "match": https://pay.org/**
            rate: '20/s'
            wait: 3s
            learn:
              cap: 2h
            algorithm: 'leaky-bucket'
        """);
  }

  @Test
  void keepsLineBreaksByteOrderMarksAndTextThatLooksLikeAComment() {
    String before =
        """
        \ufeffversion: 1
        inbound:
          a:
            match: /a
            rate: 5/s\t# x\ty
            response: { body: { template: "
              # no comment
              " } }
            shadow:
              # \ud83d\ude00
              cost: 2
              rate: 9/s""";
    String after =
        """
        \ufeffversion: 1
        inbound:
          a:
            match: /a
            rate: 9/s\t# x\ty
            response: { body: { template: "
              # no comment
              " } }
            # \ud83d\ude00
            cost: 2
        """;
    PromotionAssertions.assertPromoted(before, after);
    PromotionAssertions.assertPromoted(before.replace("\n", "\r\n"), after.replace("\n", "\r\n"));
    PromotionAssertions.assertPromoted(before.replace("\n", "\r"), after.replace("\n", "\r"));
  }

  @Test
  void changesAJsonFile() {
    PromotionAssertions.assertPromoted(
        """
        {"version":1,"shadow":{"threshold":"1%"},"inbound":{
          "a":{"match":"/a","rate":"5/s","burst":5,"shadow":{"algorithm":"gcra"}},
          "b":{"match":"/b","shadow":{"rate":"9/s"},"rate":"5/s"}
        },"shadow-log":"a.jsonl"}
        """,
        """
        {"version":1,"inbound":{
          "a":{"match":"/a","rate":"5/s",algorithm: "gcra"},
          "b":{"match":"/b","rate":"9/s"}
        }}
        """);
  }

  @Test
  void rejectsFilesThatItCannotChangeSafely() {
    assertThat(
            PromotionAssertions.problems(
                PromotionAssertions.promote(
                    """
                version: 1
                inbound:
                  ? a
                  : shadow: { rate: 9/s }
                    match: /a
                    rate: 5/s
                """)))
        .isEqualTo(
            """
            penstock.yaml: error: this file is written in a way that Penstock cannot edit automatically
              = help: replace the settings of each rule by those in its `shadow` block, and remove the block""");
  }
}
