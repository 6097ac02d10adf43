package dev.penstock.instrument.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Ambiguous;
import dev.penstock.http.InboundExchange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that keys of servlet requests are read the way applications read them. */
class KeyReadingTest {
  private static final String FORM = "application/x-www-form-urlencoded";

  private final FakeExchange exchange = new FakeExchange("jakarta.servlet");

  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void aCookieHasTheValueThatTheContainerParses(String namespace) {
    FakeExchange either = new FakeExchange(namespace);
    either.headers.put("Cookie", List.of("s=a; x=1"));
    either.cookies = List.of("s=a", "x=1");
    assertThat(inbound(either).cookie("s")).isEqualTo("a");
    either.cookies = List.of("x=1");
    assertThat(inbound(either).cookie("s")).isSameAs(Ambiguous.VALUE);
    either.cookies = null;
    assertThat(inbound(either).cookie("s")).isSameAs(Ambiguous.VALUE);
  }

  @Test
  void aCookieWithTwoValuesIsAmbiguousAndCookiesInTwoLinesAreNot() {
    exchange.headers.put("Cookie", List.of("s=a", "x=1"));
    exchange.cookies = List.of("s=a", "x=1");
    assertThat(inbound(exchange).cookie("s")).isEqualTo("a");
    exchange.headers.put("Cookie", List.of("s=a", "s=b"));
    exchange.cookies = List.of("s=a", "s=b");
    assertThat(inbound(exchange).cookie("s")).isSameAs(Ambiguous.VALUE);
  }

  @Test
  void withoutACookieHeaderTheContainerParsesNothing() {
    exchange.cookies = null;
    assertThat(inbound(exchange).cookie("s")).isNull();
  }

  @Test
  void aHeaderOfSeveralLinesIsAmbiguous() {
    exchange.headers.put("X-One", List.of("k"));
    assertThat(inbound(exchange).onlyHeader("X-One")).isEqualTo("k");
    assertThat(inbound(exchange).onlyHeader("X-API-Key")).isSameAs(Ambiguous.VALUE);
    assertThat(inbound(exchange).onlyHeader("X-None")).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          text/plain;                                  name=a;  a
          text/plain, charset=UTF-8;                   name=a;  a
          text/plain, charset=ibm037;                  name=a;  ambiguous
          text/plain, charset=utf-8, charset=ibm037;   name=a;  ambiguous
          text/plain;                                  x=1;
          """)
  void anUnusualCharsetMakesTheQueryAmbiguous(String type, String query, @Nullable String value) {
    exchange.contentType = type.replace(',', ';');
    exchange.query = query;
    assertThat(text(inbound(exchange).parameter("name"))).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ";charset=utf-8",
        "; charset=UTF-8",
        ";charset=\"utf-8\"",
        "; Charset=ISO-8859-1",
        ";charset=us-ascii",
        "; x=y; charset=utf-8; z",
        ";"
      })
  void aFormInACommonEncodingHasFields(String parameters) {
    exchange.contentType = FORM + parameters;
    exchange.body = bytes("name=ann");
    assertThat(inbound(exchange).form("name")).isEqualTo("ann");
    exchange.contentType = "Application/X-WWW-Form-URLEncoded" + parameters;
    assertThat(inbound(exchange).form("name")).isEqualTo("ann");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ";charset=ibm037",
        ";charset=UTF-16",
        ";charset=utf-7",
        ";charset=nonsense",
        ";charset=",
        ";charset",
        ";charset =utf-8",
        ";charset='utf-8'",
        ";charset=\"utf-8",
        ";charset*=utf-8''x",
        ";charset=utf-8;charset=ibm037",
        ";charset=utf-8|text/plain",
        "|text/plain",
        ",multipart/form-data",
      })
  void aFormThatApplicationsMayDecodeDifferentlyHasNoKeyAndIsNotRead(String parameters) {
    exchange.contentType = FORM + parameters;
    exchange.body = bytes("name=ann");
    InboundExchange inbound = inbound(exchange);
    assertThat(inbound.form("name")).isSameAs(Ambiguous.VALUE);
    assertThat(inbound.replacement()).isNull();
  }

  @Test
  void aCompressedFormHasNoKey() {
    exchange.body = bytes("name=ann");
    exchange.headers.put("Content-Encoding", List.of("gzip"));
    assertThat(inbound(exchange).form("name")).isSameAs(Ambiguous.VALUE);
  }

  @Test
  void aFormOfAnotherMethodThanPostHasNoKey() {
    exchange.body = bytes("name=ann");
    for (String method : List.of("PUT", "PATCH", "GET", "post")) {
      exchange.httpMethod = method;
      assertThat(inbound(exchange).form("name")).as(method).isSameAs(Ambiguous.VALUE);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "name=ann, name=ann, ambiguous",
    "name=ann, x=1, ambiguous",
    "name=, name=ann, ambiguous",
    "x=1, name=ann, ann",
    "x=1, x=1,",
    "name=fake, name=ann, ambiguous",
    "name=%z1, name=ann, ambiguous",
    "name=ann, name=%z1, ambiguous",
    "name=a&name=b, name=a, ambiguous",
  })
  void aFieldThatIsAlsoInTheQueryIsAmbiguous(String query, String body, @Nullable String value) {
    exchange.query = query;
    exchange.body = bytes(body);
    assertThat(text(inbound(exchange).form("name"))).isEqualTo(value);
  }

  @Test
  void aFieldThatIsOnlyInTheQueryIsAmbiguous() {
    exchange.query = "name=ann";
    assertThat(inbound(exchange).form("name")).as("empty body").isSameAs(Ambiguous.VALUE);
    exchange.httpMethod = "GET";
    exchange.contentType = null;
    assertThat(inbound(exchange).form("name")).as("GET").isSameAs(Ambiguous.VALUE);
    exchange.query = "x=1";
    assertThat(inbound(exchange).form("name")).as("in no part of the request").isNull();
    exchange.httpMethod = "POST";
    exchange.contentType = "application/json";
    exchange.body = bytes("{\"name\":\"eve\"}");
    assertThat(inbound(exchange).form("name")).as("JSON").isNull();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static @Nullable String text(@Nullable String value) {
    return Ambiguous.is(value) ? "ambiguous" : value;
  }

  private static InboundExchange inbound(FakeExchange exchange) {
    exchange.removeAttributes();
    InboundExchange inbound =
        new ServletHook(new ServletExchanges())
            .exchange("a filter", exchange.request(), exchange.response());
    assertThat(inbound).isNotNull();
    return inbound;
  }
}
