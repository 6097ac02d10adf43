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

/** Tests requests that the hook of a container sees before filters and servlets. */
class ContainerEntryTest {
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

  ContainerEntryTest() {
    exchange.body = "name=ann".getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void aRequestIsMarkedOnceByItsContainer() {
    assertThat(enter()).isNotNull();
    assertThat(exchanges.markEntered(api(), exchange.request(), exchange.response())).isFalse();
    assertThat(hook.exchange(FILTER, facade, exchange.response())).isNull();
    assertThat(hook.exchange(SERVLET, facade, exchange.response())).isNull();
  }

  @Test
  void anAsynchronousDispatchIsNotANewRequest() {
    exchange.dispatcherType = "ASYNC";
    assertThat(exchanges.markEntered(api(), exchange.request(), exchange.response())).isFalse();
  }

  @Test
  void theFormIsReadAndReplacedAtTheFirstFilter() throws Exception {
    ServletExchange inbound = enter();
    inbound.attach("undecided rules");
    inbound.readForm();
    assertThat(inbound.milestone()).isEqualTo(Milestone.ENTERED);
    assertThat(inbound.form("name")).as("not read yet").isEqualTo(Ambiguous.VALUE);
    assertThat(inbound.replacement()).isNull();

    InboundExchange arrived = hook.exchange(FILTER, facade, exchange.response());
    assertThat(arrived).isNotNull().isSameAs(inbound);
    assertThat(arrived.milestone()).isEqualTo(Milestone.ARRIVED);
    assertThat(arrived.attachment()).isEqualTo("undecided rules");
    assertThat(arrived.form("name")).isEqualTo("ann");
    HttpServletRequestWrapper replayed = (HttpServletRequestWrapper) arrived.replacement();
    assertThat(replayed).isNotNull();
    assertThat(replayed.getRequest()).isSameAs(facade);
    assertThat((InputStream) replayed.getInputStream()).hasBinaryContent(exchange.body);
    assertThat(hook.exchange(FILTER, replayed, exchange.response())).as("the next filter").isNull();
  }

  @Test
  void withoutAFilterTheFormIsReadAtTheServlet() {
    enter().attach("undecided rules");
    InboundExchange routed = hook.exchange(SERVLET, facade, exchange.response());
    assertThat(routed).isNotNull();
    assertThat(routed.milestone()).isEqualTo(Milestone.ROUTED);
    assertThat(routed.attachment()).isEqualTo("undecided rules");
    assertThat(routed.form("name")).isEqualTo("ann");
    assertThat(routed.replacement()).isInstanceOf(HttpServletRequestWrapper.class);
  }

  @Test
  void aServletAfterAFilterReplacesNothing() {
    enter().attach("undecided rules");
    InboundExchange arrived = hook.exchange(FILTER, facade, exchange.response());
    assertThat(arrived).isNotNull();
    assertThat(arrived.form("name")).isEqualTo("ann");
    InboundExchange routed = hook.exchange(SERVLET, facade, exchange.response());
    assertThat(routed).isNotNull();
    assertThat(routed.form("name")).isEqualTo("ann");
    assertThat(routed.replacement()).isNull();
  }

  @Test
  void rulesDoNotApplyToTheErrorPage() {
    enter().attach("undecided rules");
    exchange.dispatcherType = "ERROR";
    assertThat(hook.exchange(FILTER, facade, exchange.response())).isNull();
    assertThat(hook.exchange(SERVLET, facade, exchange.response())).isNull();
  }

  /** Enters a request as the hook of containers does. */
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
