package dev.penstock.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Call;
import dev.penstock.http.FakeCall;
import dev.penstock.limit.FixedWindow;
import dev.penstock.rules.key.AddressRange;
import dev.penstock.rules.key.ClientAddress;
import dev.penstock.rules.key.GlobalKey;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.PathPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleSetTest {
  private static final String[] METHODS = {"GET", "POST", "HEAD", "DELETE"};

  @Test
  void findsTheSameRulesAsALinearScanOfAThousandRules() {
    Random random = new Random(9);
    for (int round = 0; round < 2; round++) {
      List<Rule> rules = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        rules.add(randomRule(random, i));
      }
      RuleSet ruleSet = ruleSet(rules, Exemption.NONE);
      for (int i = 0; i < 200; i++) {
        String method = METHODS[random.nextInt(METHODS.length)];
        String path = RandomPaths.path(random);
        assertThat(matching(ruleSet, FakeCall.of(method + " " + path)))
            .as("%s %s", method, path)
            .isEqualTo(scan(rules, method, path));
      }
    }
  }

  @Test
  void usesTheFirstMatchWhoseConditionsTheCallMeets() {
    Match all = new Match(List.of(), PathPattern.parse("/a/**"));
    Match one = new Match(List.of(), PathPattern.parse("/a/b"));
    Match any = new Match(List.of(), PathPattern.parse("/a/{id}"));
    assertThat(firstMet(all, one, any)).isEqualTo(all);
    assertThat(firstMet(one, all, any)).isEqualTo(one);
    assertThat(firstMet(any, one, all)).isEqualTo(any);
  }

  private static Match firstMet(Match... matches) {
    Rule rule =
        Rule.of("a", List.of(matches), GlobalKey.INSTANCE, new FixedWindow(1, 1_000_000), "1/s");
    KeyContext context = new KeyContext(new KeyHash(1, 2));
    context.start(FakeCall.of("GET /a/b"), ClientAddress.DIRECT);
    MatchedRules found = new MatchedRules();
    ruleSet(List.of(rule), Exemption.NONE).matching(context, found);
    assertThat(found.size()).isEqualTo(1);
    return found.match(0);
  }

  private static List<String> scan(List<Rule> rules, String method, String path) {
    List<String> found = new ArrayList<>();
    for (Rule rule : rules) {
      boolean matches = false;
      for (Match match : rule.matches()) {
        boolean methodFits =
            match.methods().isEmpty()
                || match.methods().contains(method.equals("HEAD") ? "GET" : method)
                || match.methods().contains(method);
        String asRegexSeesIt = path.equals("/") ? "" : path;
        matches |=
            methodFits
                && RandomPaths.regexOf(match.pattern().toString()).matcher(asRegexSeesIt).matches();
      }
      if (matches) {
        found.add(rule.name());
      }
    }
    return found;
  }

  @ParameterizedTest
  @CsvSource({
    "GET /a, GET /a, true",
    "GET /a, HEAD /a, true",
    "GET /a, POST /a, false",
    "POST /a, HEAD /a, false",
    "HEAD /a, HEAD /a, true",
    "HEAD /a, GET /a, false",
    "'GET,POST /a', POST /a, true",
    "'GET,POST /a', DELETE /a, false",
    "/a, PURGE /a, true",
  })
  void headMatchesGet(String match, String call, boolean matches) {
    RuleSet ruleSet = ruleSet(List.of(rule("r", match(match))), Exemption.NONE);
    assertThat(matching(ruleSet, FakeCall.of(call))).hasSize(matches ? 1 : 0);
  }

  @Test
  void findsARuleThatMatchesTwiceOnceAndInTheOrderOfTheFile() {
    RuleSet ruleSet =
        ruleSet(
            List.of(
                rule("all", match("/**")),
                rule("two", match("/a/**"), match("/*/b"), match("/a/b")),
                rule("exact", match("/a/b")),
                rule("wild", match("/{x}/{y}"))),
            Exemption.NONE);
    assertThat(matching(ruleSet, FakeCall.of("GET /a/b")))
        .containsExactly("all", "two", "exact", "wild");
    assertThat(matching(ruleSet, FakeCall.of("GET /"))).containsExactly("all");
  }

  @Test
  void anAmbiguousPathMatchesTheRulesOfAllReadingsAndIsExemptOnlyInAll() {
    RuleSet ruleSet =
        ruleSet(
            List.of(rule("a", match("/a/**")), rule("b", match("/b")), rule("all", match("/**"))),
            new Exemption(List.of(match("/b"), match("/a/x/*")), List.of()));
    FakeCall twoWays = FakeCall.of("GET /b").known("other paths", "/a/../b");
    MatchedRules found = new MatchedRules();
    ruleSet.matching(caller(twoWays), found);
    assertThat(found.size()).isEqualTo(3);
    assertThat(ruleSet.exempts(caller(twoWays))).isFalse();
    assertThat(ruleSet.exempts(caller(FakeCall.of("GET /b")))).isTrue();
    FakeCall bothExempt = FakeCall.of("GET /a/x/y").known("other paths", "/a/x/..");
    assertThat(ruleSet.exempts(caller(bothExempt))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "POST /a, post /a",
    "POST /a, PoSt /a",
    "GET /a, head /a",
    "PURGE /a, purge /a",
  })
  void aLimitMatchesAMethodInAnyCase(String match, String call) {
    RuleSet ruleSet = ruleSet(List.of(rule("r", match(match))), Exemption.NONE);
    assertThat(matching(ruleSet, FakeCall.of(call))).containsExactly("r");
  }

  @Test
  void anExemptionMatchesAMethodOnlyInItsExactCase() {
    RuleSet ruleSet =
        ruleSet(List.of(), new Exemption(List.of(match("GET,POST /a")), /* clients= */ List.of()));
    assertThat(ruleSet.exempts(caller(FakeCall.of("GET /a")))).isTrue();
    assertThat(ruleSet.exempts(caller(FakeCall.of("HEAD /a")))).isTrue();
    assertThat(ruleSet.exempts(caller(FakeCall.of("POST /a")))).isTrue();
    assertThat(ruleSet.exempts(caller(FakeCall.of("get /a")))).isFalse();
    assertThat(ruleSet.exempts(caller(FakeCall.of("head /a")))).isFalse();
    assertThat(ruleSet.exempts(caller(FakeCall.of("post /a")))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "POST /a, X-HTTP-Method-Override, GET, true",
    "POST /a, X-HTTP-Method-Override, DELETE, false",
    "POST /a, X-Method-Override, 'GET,DELETE', false",
    "POST /a?_method=DELETE, X, x, false",
    "POST /a?_method=GET&%5fmethod=DELETE, X, x, false",
    "PUT /a, X-HTTP-Method-Override, GET, false",
  })
  void anExemptionMustAlsoMatchTheMethodOverrideOfAPost(
      String call, String header, String value, boolean exempt) {
    RuleSet ruleSet =
        ruleSet(List.of(), new Exemption(List.of(match("GET,POST /a")), /* clients= */ List.of()));
    assertThat(ruleSet.exempts(caller(FakeCall.of(call).with(header, value)))).isEqualTo(exempt);
  }

  @Test
  void anAmbiguousPathIsExemptIfSomeEntryExemptsEachReading() {
    RuleSet ruleSet =
        ruleSet(
            List.of(), new Exemption(List.of(match("/a"), match("/b")), /* clients= */ List.of()));
    FakeCall call = FakeCall.of("GET /a");
    assertThat(ruleSet.exempts(caller(call.known("other paths", "/b")))).isTrue();
    assertThat(ruleSet.exempts(caller(call.known("other paths", "/b /c")))).isFalse();
  }

  @Test
  void aPossibleExceptionOfAnExemptionIsNotExempt() {
    Match allButPrivate =
        new Match(
            List.of(),
            PathPattern.parse("/a/**"),
            List.of(),
            List.of(match("/a/private/**")),
            /* cost= */ 0);
    RuleSet ruleSet =
        ruleSet(List.of(), new Exemption(List.of(allButPrivate), /* clients= */ List.of()));
    FakeCall call = FakeCall.of("GET /a/x");
    assertThat(ruleSet.exempts(caller(call))).isTrue();
    assertThat(ruleSet.exempts(caller(call.known("other paths", "/a/private/x")))).isFalse();
  }

  /** A POST that claims to be a GET must not avoid a rule for all methods but GET. */
  @Test
  void anExceptionDoesNotMatchAPostWithAMethodOverride() {
    Match writes =
        new Match(
            List.of(), PathPattern.parse("/a"), List.of(), List.of(match("GET /a")), /* cost= */ 0);
    RuleSet ruleSet = ruleSet(List.of(rule("writes", writes)), Exemption.NONE);
    assertThat(matching(ruleSet, FakeCall.of("GET /a"))).isEmpty();
    assertThat(matching(ruleSet, FakeCall.of("get /a"))).containsExactly("writes");
    assertThat(matching(ruleSet, FakeCall.of("POST /a").with("X-HTTP-Method-Override", "GET")))
        .containsExactly("writes");
  }

  @Test
  void pathsAndClientsInExemptAreExempt() {
    Exemption exemption =
        new Exemption(
            List.of(match("/health"), match("GET /actuator/**")),
            List.of(AddressRange.parse("10.20.0.0/16")));
    RuleSet ruleSet = ruleSet(List.of(rule("all", match("/**"))), exemption);
    assertThat(ruleSet.exempts(caller(FakeCall.of("GET /health")))).isTrue();
    assertThat(ruleSet.exempts(caller(FakeCall.of("HEAD /actuator/info")))).isTrue();
    assertThat(ruleSet.exempts(caller(FakeCall.of("POST /actuator/info")))).isFalse();
    assertThat(ruleSet.exempts(caller(FakeCall.of("GET /a").from("10.20.1.1")))).isTrue();
    assertThat(ruleSet.exempts(caller(FakeCall.of("GET /a").from("10.21.1.1")))).isFalse();
    assertThat(ruleSet.exempts(caller(FakeCall.of("GET /a").from(null)))).isFalse();
  }

  private static List<String> matching(RuleSet ruleSet, Call call) {
    MatchedRules found = new MatchedRules();
    ruleSet.matching(caller(call), found);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.match(i).mayMatch(call)).isTrue();
      names.add(ruleSet.rules().get(found.rule(i)).name());
    }
    return names;
  }

  private static Rule randomRule(Random random, int number) {
    Match[] matches = new Match[1 + random.nextInt(2)];
    for (int i = 0; i < matches.length; i++) {
      String methods = random.nextBoolean() ? "" : METHODS[random.nextInt(METHODS.length)] + " ";
      matches[i] = match(methods + RandomPaths.pattern(random));
    }
    return rule("r" + number, matches);
  }

  private static Match match(String text) {
    int blank = text.indexOf(' ');
    List<String> methods = blank < 0 ? List.of() : List.of(text.substring(0, blank).split(",", -1));
    return new Match(methods, PathPattern.parse(text.substring(blank + 1)));
  }

  private static Rule rule(String name, Match... matches) {
    return Rule.of(
        name, List.of(matches), GlobalKey.INSTANCE, new FixedWindow(1, 1_000_000), "1/s");
  }

  private static RuleSet ruleSet(List<Rule> rules, Exemption exemption) {
    return new RuleSet(Mode.ENFORCE, rules, exemption, ClientAddress.DIRECT);
  }

  private static KeyContext caller(Call call) {
    KeyContext context = new KeyContext(new KeyHash(1, 2));
    context.start(call, ClientAddress.DIRECT);
    return context;
  }

  @Test
  void aPostWithAMethodOverrideMatchesRulesForBothMethods() {
    RuleSet ruleSet =
        ruleSet(
            List.of(
                rule("delete", match("DELETE /x")),
                rule("post", match("POST /x")),
                rule("get", match("GET /x"))),
            Exemption.NONE);
    FakeCall post = FakeCall.of("POST /x");
    assertThat(matching(ruleSet, post)).containsExactly("post");
    assertThat(matching(ruleSet, post.with("X-HTTP-Method-Override", "delete")))
        .containsExactly("delete", "post");
    assertThat(matching(ruleSet, FakeCall.of("POST /x?_method=DELETE")))
        .containsExactly("delete", "post");
    assertThat(matching(ruleSet, FakeCall.of("POST /x?_method=PUT&_method=DELETE")))
        .containsExactly("delete", "post");
    assertThat(matching(ruleSet, FakeCall.of("post /x?%5Fmethod=delet%65")))
        .containsExactly("delete", "post");
    assertThat(
            matching(ruleSet, FakeCall.of("POST /x?_method=PUT").with("X-HTTP-Method", "DELETE")))
        .containsExactly("delete", "post");
    assertThat(matching(ruleSet, FakeCall.of("GET /x").with("X-HTTP-Method-Override", "DELETE")))
        .containsExactly("get");
  }
}
