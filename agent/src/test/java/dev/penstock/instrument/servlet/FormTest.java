package dev.penstock.instrument.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.http.Ambiguous;
import dev.penstock.http.InboundExchange;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that an application can still read a form that a rule has read. */
class FormTest {
  private static final Object FILTER = "a filter";

  private final FakeExchange exchange = new FakeExchange("jakarta.servlet");

  FormTest() {
    exchange.body = "name=j%C3%BCrg&a=2".getBytes(StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void anApplicationOfEitherNamespaceReadsTheFormAgain(String namespace) throws Exception {
    FakeExchange either = new FakeExchange(namespace);
    either.body = exchange.body;
    InboundExchange inbound = inbound(either);
    assertThat(inbound.replacement()).as("before the form is read").isNull();
    assertThat(inbound.form("name")).isEqualTo("jürg");
    assertThat(inbound.form("other")).isNull();
    Object request = inbound.replacement();
    assertThat(request).isInstanceOf(Class.forName(namespace + ".http.HttpServletRequestWrapper"));
    Class<?> api = Class.forName(namespace + ".ServletRequest");
    assertThat((InputStream) api.getMethod("getInputStream").invoke(request))
        .hasBinaryContent(exchange.body);
  }

  @ParameterizedTest
  @CsvSource({
    "text/plain, 10, false",
    "multipart/form-data, 10, true",
    "application/x-www-form-urlencoded, 0, false",
    "application/x-www-form-urlencoded, 2097153, true",
    ", 10, false"
  })
  void otherBodiesAreNotRead(@Nullable String type, int length, boolean mayHaveFields) {
    exchange.contentType = type;
    exchange.contentLength = length;
    InboundExchange inbound = inbound(exchange);
    assertThat(inbound.form("name"))
        .isEqualTo(mayHaveFields && length > 0 ? Ambiguous.VALUE : null);
    assertThat(inbound.replacement()).isNull();
  }

  @Test
  void parametersOfTheQueryPrecedeThoseOfTheBody() {
    HttpServletRequest request = replayed();
    assertThat(request.getParameterValues("a")).containsExactly("1", "2");
    assertThat(request.getParameter("a")).isEqualTo("1");
    assertThat(request.getParameter("other")).isNull();
    assertThat(Collections.list(request.getParameterNames())).containsExactly("a", "name");
    assertThat(request.getParameterMap()).containsOnlyKeys("a", "name").isUnmodifiable();
  }

  @ParameterizedTest
  @CsvSource({
    "Apache Tomcat/10.1, , , jÃ¼rg",
    "jetty/11, , , jürg",
    "Apache Tomcat/10.1, UTF-8, , jürg",
    "Apache Tomcat/10.1, , UTF-8, jürg",
    "jetty/11, UTF-8, ISO-8859-1, jÃ¼rg"
  })
  void theEncodingCanBeSetUntilTheFirstParameterIsRead(
      String server, String sent, String set, String name) throws Exception {
    exchange.serverInfo = server;
    exchange.encoding = sent;
    HttpServletRequest request = replayed();
    if (set != null) {
      request.setCharacterEncoding(set);
      assertThat(request.getCharacterEncoding()).isEqualTo(set);
    }
    assertThat(request.getParameter("name")).isEqualTo(name);
    request.setCharacterEncoding("UTF-16");
    assertThat(request.getParameter("name")).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({
    "Apache Tomcat/10.1, 0, jÃ¼rg",
    "Apache Tomcat/11.0, 1, jÃ¼rg",
    "Another/1, 0, jÃ¼rg",
    "Another/2, 1, jürg",
    "jetty/12, 0, jürg",
    "jetty/12, 1, jürg"
  })
  void eachContainerHasItsOwnDefaultEncoding(String server, int minorVersion, String name)
      throws Exception {
    exchange.serverInfo = server;
    exchange.minorVersion = minorVersion;
    assertThat(replayed().getParameter("name")).isEqualTo(name);
  }

  @Test
  void readingTheBodyLeavesNoParametersOfIt() throws Exception {
    HttpServletRequest request = replayed();
    assertThat(request.getReader().readLine()).isEqualTo("name=j%C3%BCrg&a=2");
    assertThat(request.getReader()).isSameAs(request.getReader());
    assertThat(request.getParameterMap()).containsOnlyKeys("a");
    assertThat(request.getParameter("a")).isEqualTo("1");
    assertThatThrownBy(request::getInputStream).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void readingParametersLeavesNoBody() throws Exception {
    HttpServletRequest request = replayed();
    assertThat(request.getParameter("name")).isNotNull();
    ServletInputStream in = request.getInputStream();
    assertThat(in).isSameAs(request.getInputStream());
    assertThat(in.isFinished()).isTrue();
    assertThat(in.read()).isEqualTo(-1);
    assertThatThrownBy(request::getReader).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aTruncatedBodyFailsAgain() throws Exception {
    exchange.disconnected = true;
    HttpServletRequest request = replayed(Ambiguous.VALUE);
    assertThat(request.getParameterMap()).containsOnlyKeys("a");
    assertThat(request.getInputStream().readNBytes(8)).asString().isEqualTo("name=j%C");
    assertThatThrownBy(() -> request.getInputStream().readAllBytes())
        .isInstanceOf(IOException.class)
        .hasMessage("connection reset");
  }

  @Test
  void aListenerIsNotifiedOfTheDataAndOfItsEnd() throws Exception {
    HttpServletRequest request = replayed();
    ServletInputStream in = request.getInputStream();
    List<String> events = new ArrayList<>();
    ReadListener listener = new Listener(in, events);
    assertThatThrownBy(() -> in.setReadListener(listener))
        .isInstanceOf(IllegalStateException.class);
    request.startAsync();
    assertThat(exchange.written()).as("the dispatch gets the body as well").contains("another");
    in.setReadListener(listener);
    assertThat(events).containsExactly("name=j%C3%BCrg&a=2", "end");
    assertThatThrownBy(() -> in.setReadListener(listener))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aFormWithoutALengthIsReadAsUsual() throws Exception {
    exchange.chunked = true;
    HttpServletRequest request = replayed();
    assertThat(request.getParameterValues("a")).containsExactly("1", "2");
  }

  private HttpServletRequest replayed() {
    return replayed("jürg");
  }

  private HttpServletRequest replayed(String name) {
    InboundExchange inbound = inbound(exchange);
    assertThat(inbound.form("name")).isEqualTo(name);
    HttpServletRequest request = (HttpServletRequest) inbound.replacement();
    assertThat(request).isNotNull();
    return request;
  }

  private static InboundExchange inbound(FakeExchange exchange) {
    InboundExchange inbound =
        new ServletHook(new ServletExchanges())
            .exchange(FILTER, exchange.request(), exchange.response());
    assertThat(inbound).isNotNull();
    return inbound;
  }

  /** Reads all available data. */
  private record Listener(ServletInputStream in, List<String> events) implements ReadListener {
    @Override
    public void onDataAvailable() throws IOException {
      byte[] some = new byte[100];
      while (in.isReady() && !in.isFinished()) {
        events.add(new String(some, 0, in.read(some), StandardCharsets.US_ASCII));
      }
    }

    @Override
    public void onAllDataRead() {
      events.add("end");
    }

    @Override
    public void onError(Throwable error) {
      events.add(error.toString());
    }
  }
}
