package dev.penstock.rules.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import dev.penstock.rules.Exemption;
import dev.penstock.rules.FileSettings;
import dev.penstock.rules.MatchedRules;
import dev.penstock.rules.Mode;
import dev.penstock.rules.RejectionStyle;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.key.ClientAddress;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.key.KeyHash;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DestinationTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          https | a.org   | -1   | https://a.org/x         |
          https | a.org   | -1   | https://a.org:443/x     |
          https | a.org   | -1   | https://a.org:444/x     | the port is not 443
          https | a.org   | -1   | http://a.org/x          | the scheme is not https
          https | a.org   | -1   | https://b.org/x         | the host is not a.org
          http  | a.org   | -1   | http://a.org:80/x       |
          http  | a.org   | 80   | http://a.org/x          |
          http  | a.org   | 8080 | http://a.org/x          | the port is not 8080
          http  | a.org   | 8080 | http://a.org:8080/x     |
          *     | a.org   | -1   | https://a.org/x         |
          *     | a.org   | -1   | http://a.org/x          |
          *     | a.org   | -1   | http://a.org:443/x      | the port is not 80
          *     | *       | 0    | http://a.org:1/x        |
          https | *       | -1   | https://b.org/x         |
          https | *.a.org | -1   | https://x.a.org/x       |
          https | *.a.org | -1   | https://y.x.a.org/x     |
          https | *.a.org | -1   | https://a.org/x         | the host is not *.a.org
          https | *.a.org | -1   | https://ba.org/x        | the host is not *.a.org
          https | *.a.org | -1   | https://x.a.org.evil/x  | the host is not *.a.org
          http  | [::1]   | 8080 | http://[::1]:8080/x     |
          """)
  void reportsWhyACallDoesNotGoToTheDestination(
      String scheme, String host, int port, String url, @Nullable String whyNot) {
    Destination destination = new Destination(scheme, host, port);
    FakeCall call = FakeCall.to("GET " + url);
    assertThat(destination.whyNot(call)).isEqualTo(whyNot);
    assertThat(destination.covers(call)).isEqualTo(whyNot == null);
  }

  @Test
  void aRuleForOneHostDoesNotMatchAnother() {
    RuleSet rules = outbound(rule("a", "a.org", "/v1/**"), rule("b", "b.org", "/v1/**"));
    assertThat(matching(rules, FakeCall.to("GET https://b.org/v1/x"))).containsExactly(1);
    assertThat(matching(rules, FakeCall.to("GET https://b.org/v2/x"))).isEmpty();
    assertThat(matching(rules, FakeCall.to("GET http://b.org/v1/x"))).isEmpty();
  }

  @Test
  void noCallIsExemptFromOutboundRulesNotEvenAPreflight() {
    FakeCall preflight =
        FakeCall.to("OPTIONS https://a.org/v1/x")
            .with("Origin", "https://shop.example")
            .with("Access-Control-Request-Method", "PUT");
    assertThat(outbound().exempts(caller(preflight))).isFalse();
    assertThat(outbound().isPreflight(preflight)).isFalse();
    FileSettings settings = FileSettings.of(Mode.ENFORCE, EXEMPT, ClientAddress.DIRECT);
    assertThat(new RuleSet(settings, List.of()).exempts(caller(preflight))).isTrue();
  }

  private static final Exemption EXEMPT =
      new Exemption(
          List.of(new Match(List.of(), PathPattern.parse("/**"))), /* clients= */ List.of());

  private static RuleSet outbound(Rule... rules) {
    FileSettings settings = FileSettings.of(Mode.ENFORCE, EXEMPT, ClientAddress.DIRECT);
    return RuleSet.outbound(settings, List.of(rules));
  }

  private static Rule rule(String name, String host, String pattern) {
    Destination destination = new Destination("https", host, Destination.SCHEMES_OWN);
    Match match =
        new Match(
            List.of(),
            destination,
            PathPattern.parse(pattern),
            List.of(),
            List.of(),
            /* cost= */ 0);
    return new Rule(
        name, List.of(match), List.of(), 1, Mode.ENFORCE, 100, null, RejectionStyle.DEFAULT);
  }

  private static List<Integer> matching(RuleSet rules, FakeCall call) {
    MatchedRules found = new MatchedRules();
    rules.matching(caller(call), found);
    return IntStream.range(0, found.size()).mapToObj(found::rule).toList();
  }

  private static KeyContext caller(FakeCall call) {
    KeyContext context = new KeyContext(new KeyHash(1, 2));
    context.start(call, ClientAddress.DIRECT);
    return context;
  }
}
