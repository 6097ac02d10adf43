package dev.penstock.rules.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Call;
import dev.penstock.http.FakeCall;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeySourceTest {
  private static final KeySource IP = ClientIpKey.INSTANCE;
  private static final KeySource API_KEY = new NamedValueKey(RequestPart.HEADER, "X-API-Key");
  private static final FakeCall CALL = FakeCall.of("GET /");

  @Test
  void aKeySourceIsDescribedAsInARulesFile() {
    KeySource source =
        new CompositeKey(
            List.of(new FirstPresentKey(List.of(API_KEY, IP)), new PathVariableKey("id")));
    assertThat(source).hasToString("[header.X-API-Key | ip, path.id]");
    assertThat(
            List.of(
                GlobalKey.INSTANCE, MethodKey.INSTANCE, new NamedValueKey(RequestPart.COOKIE, "s")))
        .hasToString("[global, method, cookie.s]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          token=a                | a
          x=1&token=a            | a
          t%6fken=a%20b          | a b
          token=a&token=b        |
          token=%z1&token=a      |
          token=                 |
          ''                     |
          """)
  void aQueryParameterIsAKeyIfItIsUnambiguous(String query, @Nullable String value) {
    FakeCall call = new FakeCall("GET", "/", query, null, CALL.headers());
    assertThat(describe(new NamedValueKey(RequestPart.QUERY, "token"), call))
        .isEqualTo(value == null ? "null" : "query.token=" + value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          s=a            | a
          x=1; s=a       | a
          s=a; s=b       |
          x=1,s=a; s=b   |
          s=             |
          """)
  void aCookieIsAKeyIfItIsUnambiguous(String cookies, @Nullable String value) {
    assertThat(describe(new NamedValueKey(RequestPart.COOKIE, "s"), CALL.with("Cookie", cookies)))
        .isEqualTo(value == null ? "null" : "cookie.s=" + value);
  }

  @Test
  void anAmbiguousValueIsNotReplacedByAnotherOneThatTheClientChooses() {
    KeySource session = new NamedValueKey(RequestPart.COOKIE, "s");
    KeySource keyOrIp = new FirstPresentKey(List.of(API_KEY, IP));
    FakeCall clear = CALL.with("Cookie", "s=a").with("X-API-Key", "k");
    FakeCall ambiguous = CALL.with("Cookie", "s=a; s=b").with("X-API-Key", "k");
    FakeCall missing = CALL.with("X-API-Key", "k");
    KeySource source = new FirstPresentKey(List.of(session, API_KEY));
    assertThat(describe(source, clear)).isEqualTo("cookie.s=a");
    assertThat(describe(source, missing)).isEqualTo("header.X-API-Key=k");
    assertThat(describe(source, ambiguous)).isEqualTo("null");
    assertThat(callerOf(ambiguous).find(source)).isFalse();
    assertThat(source.value(callerOf(ambiguous))).isNull();
    assertThat(source.isPresent(callerOf(ambiguous))).isFalse();
    assertThat(source.isAmbiguous(callerOf(ambiguous))).isTrue();
    assertThat(source.isAmbiguous(callerOf(missing))).isFalse();
    KeySource nested = new FirstPresentKey(List.of(session, keyOrIp));
    assertThat(describe(nested, ambiguous)).isEqualTo("ip=1.2.3.4");
    assertThat(keyOf(nested, ambiguous)).isEqualTo(keyOf(IP, CALL));
    assertThat(nested.isAmbiguous(callerOf(ambiguous))).isFalse();
    KeySource both = new CompositeKey(List.of(session, MethodKey.INSTANCE));
    assertThat(describe(new FirstPresentKey(List.of(both, API_KEY)), ambiguous)).isEqualTo("null");
  }

  @ParameterizedTest
  @CsvSource({
    "USER, user, ann",
    "SESSION, session, S1",
    "HOST, host, shop.example",
    "ROUTE, route, /orders/{id}"
  })
  void aPropertyOfTheRequestIsAKey(RequestPropertyKey property, String word, String value) {
    KeyContext context =
        callerOf(CALL.known("user", "ann").known("session", "S1").with("Host", "Shop.example:80"));
    context.pattern("/orders/{id}");
    assertThat(property).hasToString(word);
    assertThat(property.describe(context)).isEqualTo(word + "=" + value);
    assertThat(property.value(context)).isEqualTo(value);
    assertThat(context.find(property)).isTrue();
    String key = hex(context.hash());
    assertThat(context.find(GlobalKey.INSTANCE)).isTrue();
    assertThat(key).isNotEqualTo(hex(context.hash()));
    context.start(CALL, ClientAddress.DIRECT);
    assertThat(context.find(property)).isEqualTo(!property.canBeAbsent());
    assertThat(hex(context.hash())).isNotEqualTo(key);
    assertThat(property.value(context)).isNull();
  }

  @Test
  void aNamedValueCanComeFromAFormATokenOrAnAttribute() {
    FakeCall call =
        CALL.known("form.name", "ann")
            .known("attribute.tenant", "t1")
            .with("Authorization", "Bearer e30.eyJzdWIiOiJqb2UifQ.");
    assertThat(describe(new NamedValueKey(RequestPart.FORM, "name"), call))
        .isEqualTo("form.name=ann");
    assertThat(describe(new NamedValueKey(RequestPart.ATTRIBUTE, "tenant"), call))
        .isEqualTo("attribute.tenant=t1");
    assertThat(describe(new NamedValueKey(RequestPart.JWT, "sub"), call)).isEqualTo("jwt.sub=joe");
    assertThat(describe(new NamedValueKey(RequestPart.JWT, "org"), call)).isEqualTo("null");
    assertThat(describe(new NamedValueKey(RequestPart.JWT, "sub"), CALL)).isEqualTo("null");
  }

  @Test
  void anAbsentKeyIsReportedAsAbsent() {
    KeySource user = RequestPropertyKey.USER;
    KeyContext context = callerOf(CALL);
    assertThat(context.find(API_KEY)).isFalse();
    assertThat(context.find(new FirstPresentKey(List.of(API_KEY, user)))).isFalse();
    assertThat(context.find(new FirstPresentKey(List.of(API_KEY, IP)))).isTrue();
    assertThat(context.find(new CompositeKey(List.of(IP, user)))).isFalse();
    assertThat(context.find(new CompositeKey(List.of(IP, new FirstPresentKey(List.of(user, IP))))))
        .isTrue();
    assertThat(API_KEY.canBeAbsent()).isTrue();
    assertThat(IP.canBeAbsent()).isFalse();
    assertThat(new FirstPresentKey(List.of(API_KEY, user)).canBeAbsent()).isTrue();
    assertThat(new FirstPresentKey(List.of(API_KEY, IP)).canBeAbsent()).isFalse();
    assertThat(new CompositeKey(List.of(IP, user)).canBeAbsent()).isTrue();
    assertThat(new CompositeKey(List.of(IP, MethodKey.INSTANCE)).canBeAbsent()).isFalse();
  }

  @Test
  void thePlainValueIsAvailableForLookups() {
    KeyContext context = callerOf(CALL.with("X-API-Key", "k"));
    assertThat(API_KEY.value(context)).isEqualTo("k");
    assertThat(IP.value(context)).isEqualTo("1.2.3.4");
    assertThat(MethodKey.INSTANCE.value(context)).isEqualTo("GET");
    assertThat(GlobalKey.INSTANCE.value(context)).isNull();
    assertThat(new CompositeKey(List.of(API_KEY, IP)).value(context)).isNull();
    assertThat(new FirstPresentKey(List.of(RequestPropertyKey.USER, API_KEY)).value(context))
        .isEqualTo("k");
    assertThat(new FirstPresentKey(List.of(GlobalKey.INSTANCE, API_KEY)).value(context)).isNull();
    assertThat(new FirstPresentKey(List.of(RequestPropertyKey.USER)).value(context)).isNull();
  }

  @Test
  void anEmptyHeaderCountsAsAbsent() {
    assertThat(describe(API_KEY, CALL.with("x-api-key", "k"))).isEqualTo("header.X-API-Key=k");
    assertThat(describe(API_KEY, CALL.with("X-API-Key", ""))).isEqualTo("null");
    assertThat(describe(API_KEY, CALL)).isEqualTo("null");
  }

  @Test
  void theFirstPresentSourceIsUsed() {
    KeySource source = new FirstPresentKey(List.of(API_KEY, IP));
    assertThat(describe(source, CALL.with("X-API-Key", "k"))).isEqualTo("header.X-API-Key=k");
    assertThat(describe(source, CALL)).isEqualTo("ip=1.2.3.4");
    assertThat(describe(source, CALL.from(null))).isEqualTo("null");
    assertThat(keyOf(source, CALL)).isEqualTo(keyOf(IP, CALL));
    assertThat(keyOf(source, CALL.with("X-API-Key", "1.2.3.4"))).isNotEqualTo(keyOf(IP, CALL));
  }

  @Test
  void aCombinationDiffersInEachPart() {
    KeySource source = new CompositeKey(List.of(API_KEY, MethodKey.INSTANCE));
    FakeCall get = CALL.with("X-API-Key", "k");
    assertThat(describe(source, get)).isEqualTo("[header.X-API-Key=k, method=GET]");
    assertThat(describe(source, CALL)).isEqualTo("null");
    assertThat(keyOf(source, get))
        .isEqualTo(keyOf(source, FakeCall.of("GET /other").with("X-API-Key", "k")))
        .isNotEqualTo(keyOf(source, CALL))
        .isNotEqualTo(keyOf(source, FakeCall.of("POST /").with("X-API-Key", "k")))
        .isNotEqualTo(keyOf(source, CALL.with("X-API-Key", "l")));
  }

  @Test
  void partsOfACombinationAreSeparated() {
    KeySource source =
        new CompositeKey(
            List.of(
                new NamedValueKey(RequestPart.HEADER, "A"),
                new NamedValueKey(RequestPart.HEADER, "B")));
    assertThat(keyOf(source, CALL.with("A", "ab").with("B", "c")))
        .isNotEqualTo(keyOf(source, CALL.with("A", "a").with("B", "bc")));
    assertThat(keyOf(source, CALL.with("A", "x").with("B", "y")))
        .isNotEqualTo(keyOf(source, CALL.with("A", "y").with("B", "x")));
  }

  @Test
  void aNetworkIsOneClient() {
    assertThat(keyOf(IP, CALL.from("2001:db8::1"))).isEqualTo(keyOf(IP, CALL.from("2001:db8::2")));
    assertThat(keyOf(IP, CALL.from("2001:db8:0:1::1")))
        .isNotEqualTo(keyOf(IP, CALL.from("2001:db8::1")));
    assertThat(keyOf(IP, CALL.from("1.2.3.5"))).isNotEqualTo(keyOf(IP, CALL));
    assertThat(keyOf(IP, CALL.from("::ffff:1.2.3.4"))).isEqualTo(keyOf(IP, CALL));
  }

  @Test
  void allClientsShareTheGlobalBudget() {
    assertThat(keyOf(GlobalKey.INSTANCE, CALL))
        .isEqualTo(keyOf(GlobalKey.INSTANCE, FakeCall.of("POST /x").from("9.9.9.9")));
  }

  @Test
  void aPathVariableIsTheSegmentAtItsPosition() {
    KeySource id = new PathVariableKey("id");
    assertThat(describe(id, CALL)).isEqualTo("null");
    KeyContext context = callerOf(CALL);
    context.pathVariables().start(List.of("shop", "id"), "/shops/7/orders/4711");
    context.pathVariables().set(0, 7, 8);
    context.pathVariables().set(1, 16, 20);
    assertThat(id.describe(context)).isEqualTo("path.id=4711");
    assertThat(new PathVariableKey("other").describe(context)).isNull();
    String first = hex(context.hashOf(id));
    context.pathVariables().start(List.of("id"), "/4711");
    context.pathVariables().set(0, 1, 5);
    assertThat(hex(context.hashOf(id))).isEqualTo(first);
  }

  private static String describe(KeySource source, Call call) {
    return String.valueOf(source.describe(callerOf(call)));
  }

  private static String keyOf(KeySource source, Call call) {
    return hex(callerOf(call).hashOf(source));
  }

  private static String hex(KeyHash hash) {
    return Long.toHexString(hash.high()) + Long.toHexString(hash.low());
  }

  private static KeyContext callerOf(Call call) {
    KeyContext context = new KeyContext(new KeyHash(1, 2));
    context.start(call, ClientAddress.DIRECT);
    return context;
  }
}
