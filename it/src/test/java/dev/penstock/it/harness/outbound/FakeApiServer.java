package dev.penstock.it.harness.outbound;

import dev.penstock.it.harness.Await;
import dev.penstock.testdialects.Dialect;
import dev.penstock.testdialects.ServerLimit;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.DateUtils;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** An HTTP API that enforces a rate limit and records when calls arrive. */
public final class FakeApiServer implements AutoCloseable {
  /** Pages below this path are limited; other pages carry no headers of a limit. */
  static final String LIMITED = "/api/";

  /** An IPv4 address, so that tests depend neither on DNS nor on IPv6. */
  static final String HOST = "127.0.0.1";

  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private static final int IO_THREADS = 2;

  /** Strong references, because the levels of collected loggers are lost. */
  private static final List<Logger> NOISY_LOGGERS =
      List.of(
          Logger.getLogger("io.undertow"),
          Logger.getLogger("org.xnio"),
          Logger.getLogger("org.jboss.threads"));

  private final RecordedCalls seen = new RecordedCalls();
  private final HttpHandler pages = new FakeApiPages();
  private final @Nullable Certificate certificate;
  private final Undertow undertow;
  private volatile @Nullable ServerLimit limit;
  private volatile Dialect dialect = Dialect.NONE;

  private FakeApiServer(@Nullable Certificate certificate) {
    this.certificate = certificate;
    NOISY_LOGGERS.forEach(logger -> logger.setLevel(Level.WARNING));
    Undertow.Builder builder =
        Undertow.builder()
            .setServerOption(UndertowOptions.ENABLE_HTTP2, true)
            // Undertow shares the date among all servers of a JVM, and stops updating it when one
            // of them stops.
            .setServerOption(UndertowOptions.ALWAYS_SET_DATE, false)
            .setIoThreads(IO_THREADS)
            .setWorkerThreads(1)
            .addHttpListener(0, HOST)
            .setHandler(this::handle);
    if (certificate != null) {
      builder.addHttpsListener(0, HOST, certificate.context());
    }
    undertow = builder.build();
    undertow.start();
  }

  /** Starts a server without a limit and without TLS. */
  public static FakeApiServer start() {
    return new FakeApiServer(null);
  }

  /** Starts a server without a limit that has one port with TLS and one without. */
  public static FakeApiServer withTls() {
    return new FakeApiServer(Certificate.OF_THIS_RUN);
  }

  /** Sets the limit and how responses announce it. */
  public FakeApiServer limit(ServerLimit newLimit, Dialect newDialect) {
    dialect = newDialect;
    limit = newLimit;
    return this;
  }

  /** The URL of a page. */
  public String http(String page) {
    return "http://" + HOST + ":" + port(0) + page;
  }

  /** The URL of a page, with TLS. */
  public String https(String page) {
    return "https://" + HOST + ":" + port(1) + page;
  }

  /** The certificate of a server with TLS. */
  public Certificate certificate() {
    if (certificate == null) {
      throw new IllegalStateException("this server has no TLS");
    }
    return certificate;
  }

  public RecordedCalls seen() {
    return seen;
  }

  /** Waits until no call is in flight. A client can receive its response before that. */
  public RecordedCalls settled() {
    if (!Await.within(TIMEOUT, () -> seen.inFlight() == 0)) {
      throw new AssertionError("still in flight: " + seen.inFlight());
    }
    return seen;
  }

  @Override
  public void close() {
    undertow.stop();
  }

  private int port(int listener) {
    return ((InetSocketAddress) undertow.getListenerInfo().get(listener).getAddress()).getPort();
  }

  private void handle(HttpServerExchange exchange) throws Exception {
    long nanoTime = System.nanoTime();
    Instant now = Instant.now();
    String path = exchange.getRequestPath();
    seen.arrived(path, nanoTime);
    exchange.getResponseHeaders().put(Headers.DATE, DateUtils.toDateString(Date.from(now)));
    exchange.addExchangeCompleteListener(
        (over, next) -> {
          seen.completed(over.getStatusCode());
          next.proceed();
        });
    ServerLimit current = limit;
    if (current == null || !path.startsWith(LIMITED)) {
      pages.handleRequest(exchange);
      return;
    }
    ServerLimit.Verdict verdict = current.decide(nanoTime, now.toEpochMilli());
    addHeaders(exchange, dialect.fields(verdict, now));
    if (verdict.allowed()) {
      pages.handleRequest(exchange);
    } else {
      FakeApiPages.send(exchange, dialect.rejectionStatus(), dialect.body(verdict, now));
    }
  }

  private static void addHeaders(HttpServerExchange exchange, Map<String, String> fields) {
    fields.forEach((name, value) -> exchange.getResponseHeaders().put(new HttpString(name), value));
  }
}
