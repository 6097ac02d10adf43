package dev.penstock.instrument.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.InboundExchange;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests requests without a servlet context, and wrappers that hide attributes. */
class UnusualRequestTest {
  private static final Object FILTER = "a filter";

  private final ServletExchanges exchanges = new ServletExchanges();
  private final ServletHook hook = new ServletHook(exchanges);

  /** Spark's requests have no context, because its handler runs in a Jetty without one. */
  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void aRequestWithoutAContextHasAPath(String namespace) {
    FakeExchange exchange = new FakeExchange(namespace);
    exchange.withoutContext = true;
    InboundExchange inbound = hook.exchange(FILTER, exchange.request(), exchange.response());

    assertThat(inbound).isNotNull();
    assertThat(inbound.path()).isEqualTo("/orders/7");
    assertThat(exchanges.prefix(exchange.request())).isEqualTo("/orders");
  }

  @Test
  void theFormOfARequestWithoutAContextIsDecodedAsInJetty() {
    FakeExchange exchange = new FakeExchange("jakarta.servlet");
    exchange.withoutContext = true;
    exchange.body = "name=j%C3%BCrg".getBytes(StandardCharsets.US_ASCII);
    InboundExchange inbound = hook.exchange(FILTER, exchange.request(), exchange.response());

    assertThat(inbound).isNotNull();
    assertThat(inbound.form("name")).isEqualTo("jürg");
    HttpServletRequest replayed = (HttpServletRequest) inbound.replacement();
    assertThat(replayed).isNotNull();
    assertThat(replayed.getParameter("name")).isEqualTo("jürg");
  }

  @Test
  void aWrapperThatHidesAttributesDoesNotHideTheMark() {
    FakeExchange exchange = new FakeExchange("jakarta.servlet");
    HttpServletRequest request = (HttpServletRequest) exchange.request();
    assertThat(hook.exchange(FILTER, request, exchange.response())).isNotNull();
    HttpServletRequest hiding = new Hiding(new HttpServletRequestWrapper(request));

    assertThat(hook.exchange(FILTER, hiding, exchange.response())).isNull();
    assertThat(exchanges.isMarked(hiding)).isTrue();
  }

  @Test
  void aRequestThatIsFirstSeenInSuchAWrapperCountsOnce() {
    FakeExchange exchange = new FakeExchange("jakarta.servlet");
    HttpServletRequest request = (HttpServletRequest) exchange.request();
    assertThat(hook.exchange(FILTER, new Hiding(request), exchange.response())).isNotNull();

    assertThat(hook.exchange(FILTER, new Hiding(request), exchange.response())).isNull();
    assertThat(hook.exchange(FILTER, request, exchange.response())).isNull();
  }

  /** A wrapper without attributes. */
  private static final class Hiding extends HttpServletRequestWrapper {
    Hiding(HttpServletRequest request) {
      super(request);
    }

    @Override
    public @Nullable Object getAttribute(String name) {
      return null;
    }

    @Override
    public void setAttribute(String name, Object value) {}
  }
}
