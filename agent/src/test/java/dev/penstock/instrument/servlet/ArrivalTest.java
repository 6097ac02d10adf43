package dev.penstock.instrument.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Ambiguous;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A request that was met at the door of its container, on its way to filters and servlets. */
class ArrivalTest {
  private static final Object FILTER = "a filter";
  private static final Object SERVLET =
      new HttpServlet() {
        private static final long serialVersionUID = 1L;
      };

  private final ServletExchanges exchanges = new ServletExchanges();
  private final ServletHook hook = new ServletHook(exchanges);
  private final FakeExchange exchange = new FakeExchange("jakarta.servlet");
  private final HttpServletRequest facade =
      new HttpServletRequestWrapper((HttpServletRequest) exchange.request());

  ArrivalTest() {
    exchange.body = "name=ann".getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void entersOnce() {
    assertThat(enter()).isNotNull();
    assertThat(exchanges.markEntered(api(), exchange.request(), exchange.response())).isFalse();
    assertThat(hook.exchange(FILTER, facade, exchange.response())).isNull();
    assertThat(hook.exchange(SERVLET, facade, exchange.response())).isNull();
  }

  @Test
  void doesNotEnterAsAPartOfAnotherRequest() {
    exchange.dispatcherType = "ASYNC";
    assertThat(exchanges.markEntered(api(), exchange.request(), exchange.response())).isFalse();
  }

  @Test
  void itsFormIsReadAtTheFirstFilterAndHandedOnThere() throws Exception {
    ServletExchange inbound = enter();
    inbound.attach("what is left to judge");
    inbound.readForm();
    assertThat(inbound.milestone()).isEqualTo(Milestone.ENTERED);
    assertThat(inbound.form("name")).as("not read yet").isEqualTo(Ambiguous.VALUE);
    assertThat(inbound.replacement()).isNull();

    InboundExchange arrived = hook.exchange(FILTER, facade, exchange.response());
    assertThat(arrived).isNotNull().isSameAs(inbound);
    assertThat(arrived.milestone()).isEqualTo(Milestone.ARRIVED);
    assertThat(arrived.attachment()).isEqualTo("what is left to judge");
    assertThat(arrived.form("name")).isEqualTo("ann");
    HttpServletRequestWrapper replayed = (HttpServletRequestWrapper) arrived.replacement();
    assertThat(replayed).isNotNull();
    assertThat(replayed.getRequest()).isSameAs(facade);
    assertThat((InputStream) replayed.getInputStream()).hasBinaryContent(exchange.body);
    assertThat(hook.exchange(FILTER, replayed, exchange.response())).as("the next filter").isNull();
  }

  @Test
  void withoutAFilterItsFormIsReadAtTheServlet() {
    enter().attach("what is left to judge");
    InboundExchange routed = hook.exchange(SERVLET, facade, exchange.response());
    assertThat(routed).isNotNull();
    assertThat(routed.milestone()).isEqualTo(Milestone.ROUTED);
    assertThat(routed.attachment()).isEqualTo("what is left to judge");
    assertThat(routed.form("name")).isEqualTo("ann");
    assertThat(routed.replacement()).isInstanceOf(HttpServletRequestWrapper.class);
  }

  @Test
  void aServletBehindAFilterHandsOnNothing() {
    enter().attach("what is left to judge");
    InboundExchange arrived = hook.exchange(FILTER, facade, exchange.response());
    assertThat(arrived).isNotNull();
    assertThat(arrived.form("name")).isEqualTo("ann");
    InboundExchange routed = hook.exchange(SERVLET, facade, exchange.response());
    assertThat(routed).isNotNull();
    assertThat(routed.form("name")).isEqualTo("ann");
    assertThat(routed.replacement()).isNull();
  }

  @Test
  void anErrorPageIsNotWhereItArrives() {
    enter().attach("what is left to judge");
    exchange.dispatcherType = "ERROR";
    assertThat(hook.exchange(FILTER, facade, exchange.response())).isNull();
    assertThat(hook.exchange(SERVLET, facade, exchange.response())).isNull();
  }

  /** As the doors of containers do. */
  private ServletExchange enter() {
    assertThat(exchanges.markEntered(api(), exchange.request(), exchange.response())).isTrue();
    return new ServletExchange(api(), exchange.request(), exchange.response(), Milestone.ENTERED);
  }

  private ServletApi api() {
    ServletApi api = exchanges.api(exchange.request());
    assertThat(api).isNotNull();
    return api;
  }
}
