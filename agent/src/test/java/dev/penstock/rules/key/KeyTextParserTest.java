package dev.penstock.rules.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the text of a key has the same hash as the calls with this key. */
class KeyTextParserTest {
  private static final KeySource IP = ClientIpKey.INSTANCE;
  private static final KeySource USER = RequestPropertyKey.USER;
  private static final KeySource API_KEY = new NamedValueKey(RequestPart.HEADER, "X-API-Key");
  private static final KeyHash SECRET = new KeyHash(3, 4);

  @Test
  void aDescribedKeyHasTheHashOfItsCall() {
    FakeCall call =
        FakeCall.of("POST /orders/7?token=a%26b+c%C3%BC")
            .from("203.0.113.9")
            .known("user", "ann, [user=bob]")
            .known("session", "s=1")
            .known("attribute.tenant", "acme")
            .known("form.name", "x\"y")
            .known("route", "/orders/{id}")
            .with("Host", "Example.org:8080")
            .with("X-API-Key", "k 1")
            .with("Cookie", "sid=a:b; other=1")
            .with("Authorization", bearer("{\"sub\":\"q\\\"\\\\\\u0001ü\",\"n\":42}"));
    for (KeySource source :
        List.of(
            IP,
            USER,
            API_KEY,
            MethodKey.INSTANCE,
            GlobalKey.INSTANCE,
            RequestPropertyKey.SESSION,
            RequestPropertyKey.HOST,
            RequestPropertyKey.ROUTE,
            new NamedValueKey(RequestPart.QUERY, "token"),
            new NamedValueKey(RequestPart.COOKIE, "sid"),
            new NamedValueKey(RequestPart.FORM, "name"),
            new NamedValueKey(RequestPart.ATTRIBUTE, "tenant"),
            new NamedValueKey(RequestPart.JWT, "sub"),
            new NamedValueKey(RequestPart.JWT, "n"),
            new PathVariableKey("id"),
            new CompositeKey(List.of(IP, USER, MethodKey.INSTANCE)),
            new CompositeKey(List.of(USER, USER, new PathVariableKey("id"))),
            new CompositeKey(
                List.of(
                    new NamedValueKey(RequestPart.JWT, "n"),
                    new NamedValueKey(RequestPart.JWT, "sub"))),
            new CompositeKey(
                List.of(new FirstPresentKey(List.of(API_KEY, IP)), GlobalKey.INSTANCE)),
            new FirstPresentKey(
                List.of(new NamedValueKey(RequestPart.HEADER, "X-None"), API_KEY, IP)),
            new FirstPresentKey(
                List.of(new NamedValueKey(RequestPart.HEADER, "X-None"), GlobalKey.INSTANCE)))) {
      KeyContext context = new KeyContext(SECRET);
      context.start(call, ClientAddress.DIRECT);
      context.pathVariables().start(List.of("id"), call.path());
      context.pathVariables().set(0, 8, 9);
      String written = String.valueOf(source.describe(context));
      assertThat(context.find(source)).as(written).isTrue();
      assertThat(hash(source, written)).as(written).isEqualTo(text(context.hash()));
      KeyHash withoutItsSource = new KeyHash(SECRET);
      KeyText.hash(written, withoutItsSource);
      assertThat(text(withoutItsSource)).as(written).isEqualTo(text(context.hash()));
    }
  }

  @Test
  void aFullAddressMeansItsNetwork() {
    assertThat(hash(IP, "ip=2001:db8::7:8")).isEqualTo(hash(IP, "ip=2001:db8::"));
    assertThat(hash(IP, " ip=203.0.113.9 ")).isEqualTo(hash(IP, "ip=203.0.113.9"));
    assertThat(hash(IP, "ip=203.0.113.9")).isNotEqualTo(hash(IP, "ip=203.0.113.8"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ip",
        "ip=",
        "ip=ann",
        "user=",
        "user",
        "users=1",
        "global",
        "[ip=1.2.3.4, user=1]",
        "X-API-Key=1",
        "header.X-API-Key="
      })
  void textThatIsNotAKeyOfTheSourceIsNotFound(String text) {
    KeySource source = new FirstPresentKey(List.of(API_KEY, USER, IP));
    assertThat(hash(source, text)).isEqualTo("none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ip=1.2.3.4, user=1",
        "[ip=1.2.3.4]",
        "[user=1, ip=1.2.3.4]",
        "[ip=x, user=1]",
        "[ip=1.2.3.4, user=]",
        "[null, user=1]",
        "[",
        "]",
        "[]"
      })
  void anIncompleteKeyIsNotFound(String text) {
    assertThat(hash(new CompositeKey(List.of(IP, USER)), text)).isEqualTo("none");
  }

  @Test
  void twoValuesForOneSourceAreNotFound() {
    KeySource source = new CompositeKey(List.of(IP, new FirstPresentKey(List.of(USER, IP))));
    assertThat(hash(source, "[ip=1.2.3.4, ip=1.2.3.4]")).isNotEqualTo("none");
    assertThat(hash(source, "[ip=1.2.3.4, ip=1.2.3.5]")).isEqualTo("none");
  }

  @Test
  void veryLongTextIsNotParsed() {
    KeySource many = new CompositeKey(List.of(USER, USER, USER, USER, USER));
    assertThat(hash(many, "[" + "user=1, ".repeat(100_000) + "]")).isEqualTo("none");
  }

  private static String bearer(String claims) {
    byte[] bytes = claims.getBytes(StandardCharsets.UTF_8);
    return "Bearer x." + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + ".y";
  }

  private static String hash(KeySource source, String text) {
    KeyContext context = new KeyContext(SECRET);
    boolean found = new KeyTextParser(text).find(source, context, ClientAddress.DIRECT);
    return found ? text(context.hash()) : "none";
  }

  private static String text(KeyHash hash) {
    return hash.high() + " " + hash.low();
  }
}
