package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.MissingKeyPolicy;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import dev.penstock.rules.match.Match;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the parsing of matches and keys of outbound rules. */
class OutboundMatchesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          https://api.example.org/**              ~ https://api.example.org/**
          "GET,POST https://API.Example.org./v1"  ~ GET,POST https://api.example.org/v1
          "http://*.example.org:8080/{t}/**"      ~ http://*.example.org:8080/{t}/**
          "*://localhost:*/"                      ~ *://localhost:*/
          "https://*/**"                          ~ https://*/**
          "http://[::1]:8080/**"                  ~ http://[::1]:8080/**
          "https://[::1]/**"                      ~ https://[::1]/**
          http://127.0.0.1/a                      ~ http://127.0.0.1/a
          [https://a.org/a, PUT http://b.org/b]   ~ https://a.org/a, PUT http://b.org/b
          { host: a.org }                         ~ *://a.org:*/**
          { path: /a }                            ~ *://*:*/a
          { scheme: https, port: 8443 }           ~ https://*:8443/**
          { scheme: "*", host: "*", port: "*" }   ~ *://*:*/**
          { host: [a.org, "*.b.org"], port: [1, 2] } ~ \
          *://a.org:1/**, *://a.org:2/**, *://*.b.org:1/**, *://*.b.org:2/**
          { methods: [GET, PUT], path: [/a, /b] } ~ GET,PUT *://*:*/a, GET,PUT *://*:*/b
          { host: a.org, headers: { X: 1 }, query: { q: true } } ~ \
          *://a.org:*/** with header.X=1 with query.q
          { host: a.org, not: ["https://a.org/x", { path: /y }] } ~ \
          *://a.org:*/** but not https://a.org/x but not *://*:*/y
          """)
  void readsMatches(String written, String matches) {
    Rule rule = Good.outbound("{ match: " + written + ", rate: 5/s }");
    assertThat(rule.matches().toString()).isEqualTo("[" + matches + "]");
  }

  @Test
  void readsTheCostOfAMatch() {
    Rule rule =
        Good.outbound("{ match: [https://a.org/a, { path: /b, cost: 3 }], rate: 5/s, cost: 2 }");
    assertThat(rule.matches()).extracting(Match::cost).containsExactly(0L, 3L);
    assertThat(rule.cost()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          host                          ~ host
          header.X-API-Key | host       ~ header.X-API-Key | host
          query.key                     ~ query.key
          path.id                       ~ path.id
          method                        ~ method
          global                        ~ global
          account                       ~ header.X-Account | query.account
          [host, header.X]              ~ [host, header.X | global]
          [account, path.id]            ~ [header.X-Account | query.account | global, path.id]
          """)
  void readsKeysAndOneSharedBudgetForCallsWithoutThem(String written, String key) {
    ParsedRules.Good good =
        Good.file(
            "version: 1\noutbound: { a: { match: 'https://a.org/{id}', rate: 1/s, key: "
                + written
                + " } }\nkeys: { account: header.X-Account | query.account }");
    Quota quota = good.rules().outbound().rules().get(0).quotas().get(0);
    assertThat(quota.key()).hasToString(key);
    assertThat(quota.onMissingKey()).isEqualTo(MissingKeyPolicy.SHARED);
    assertThat(good.warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"skip, SKIP", "deny, DENY"})
  void readsThePolicyForCallsWithoutAKey(String written, MissingKeyPolicy expected) {
    Rule rule =
        Good.outbound(
            "{ match: https://a.org/**, rate: 5/s, key: [host, header.X], on-missing-key: "
                + written
                + " }");
    assertThat(rule.quotas().get(0).onMissingKey()).isEqualTo(expected);
    assertThat(rule.quotas().get(0).key()).hasToString("[host, header.X]");
  }
}
