package dev.penstock.instrument.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.http.HeaderField;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.RejectionResponse;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServletHookTest {
  private static final Object FILTER = "a filter";

  private final ServletExchanges exchanges = new ServletExchanges();
  private final ServletHook hook = new ServletHook(exchanges);

  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void readsTheRequestThroughTheApiOfItsApplication(String namespace) {
    FakeExchange exchange = new FakeExchange(namespace);
    InboundExchange inbound = hook.exchange(FILTER, exchange.request(), exchange.response());

    assertThat(inbound).isNotNull();
    assertThat(inbound.method()).isEqualTo("POST");
    assertThat(inbound.path()).isEqualTo("/shop/orders/7");
    assertThat(inbound.query()).isEqualTo("a=1");
    assertThat(inbound.header("X-API-Key")).isEqualTo("k1");
    assertThat(inbound.headerLines("X-API-Key")).isEqualTo("k1,k2");
    assertThat(inbound.headerLines("X-None")).isNull();
    assertThat(inbound.remoteAddress()).isEqualTo("192.0.2.1");
  }

  /** Hooks of frameworks inside a servlet check the mark, so that a request counts once. */
  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void recognizesARequestThatItHasSeen(String namespace) {
    FakeExchange exchange = new FakeExchange(namespace);
    assertThat(exchanges.isMarked(exchange.request())).isFalse();
    hook.exchange(FILTER, exchange.request(), exchange.response());
    assertThat(exchanges.isMarked(exchange.request())).isTrue();
    assertThat(exchanges.isMarked("a request of no servlet")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void readsUserSessionAndHost(String namespace) {
    FakeExchange exchange = new FakeExchange(namespace);
    InboundExchange inbound = hook.exchange(FILTER, exchange.request(), exchange.response());

    assertThat(inbound).isNotNull();
    assertThat(inbound.host()).isEqualTo("shop.example");
    assertThat(inbound.user()).isNull();
    exchange.remoteUser = "joe";
    assertThat(inbound.user()).isEqualTo("joe");
    exchange.principal = "ann";
    assertThat(inbound.user()).isEqualTo("ann");
    assertThat(inbound.session()).as("invented by the client").isNull();
    exchange.sessionValid = true;
    assertThat(inbound.session()).isEqualTo("S1");
    assertThat(inbound.attribute("dev.penstock.decided")).isEqualTo("true");
    assertThat(inbound.attribute("other")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void returnsTheExchangeOfARequestOnce(String namespace) {
    FakeExchange exchange = new FakeExchange(namespace);
    assertThat(hook.exchange(FILTER, exchange.request(), exchange.response())).isNotNull();
    assertThat(hook.exchange(FILTER, exchange.request(), exchange.response())).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"FORWARD", "INCLUDE", "ERROR", "ASYNC"})
  void ignoresLaterDispatches(String dispatcherType) {
    FakeExchange exchange = new FakeExchange("jakarta.servlet");
    exchange.dispatcherType = dispatcherType;
    assertThat(hook.exchange(FILTER, exchange.request(), exchange.response())).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void ignoresACommittedResponse(String namespace) {
    FakeExchange exchange = new FakeExchange(namespace);
    exchange.committed = true;
    assertThat(hook.exchange(FILTER, exchange.request(), exchange.response())).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void writesARejectionWithoutSendError(String namespace) {
    FakeExchange exchange = new FakeExchange(namespace);
    InboundExchange inbound = hook.exchange(FILTER, exchange.request(), exchange.response());
    assertThat(inbound).isNotNull();
    inbound.reject(
        new RejectionResponse(
            429, List.of(new HeaderField("Retry-After", "7")), "text/plain", "späť"));

    assertThat(exchange.written())
        .isEqualTo("status 429, Retry-After: 7, type text/plain, length 6, body späť, flushed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void rejectsSilentlyIfTheClientHasDisconnected(String namespace) {
    FakeExchange exchange = new FakeExchange(namespace);
    exchange.disconnected = true;
    InboundExchange inbound = hook.exchange(FILTER, exchange.request(), exchange.response());
    assertThat(inbound).isNotNull();
    inbound.reject(new RejectionResponse(429, List.of(), "text/plain", "x"));

    assertThat(exchange.written()).isEqualTo("status 429, type text/plain, length 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void resetsTheResponseIfTheRejectionCannotBeWritten(String namespace) {
    FakeExchange exchange = new FakeExchange(namespace);
    exchange.broken = true;
    InboundExchange inbound = hook.exchange(FILTER, exchange.request(), exchange.response());
    assertThat(inbound).isNotNull();

    assertThatThrownBy(
            () -> inbound.reject(new RejectionResponse(429, List.of(), "text/plain", "x")))
        .hasMessage("writer in use");
    assertThat(exchange.written()).endsWith(", reset");
  }
}
