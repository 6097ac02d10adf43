package dev.penstock.it;

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
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Somebody else's server: it has a limit, insists on it, and notes who came when. */
final class StrictServer implements AutoCloseable {
  /** All below this path is limited; other pages are not, and tell nothing of limits. */
  static final String LIMITED = "/api/";

  /** By number, so that neither names nor a second family of addresses come into it. */
  static final String HOST = "127.0.0.1";

  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private static final int IO_THREADS = 2;

  /** Held on to, or else their levels would be forgotten with them. */
  private static final List<Logger> QUIET =
      List.of(
          Logger.getLogger("io.undertow"),
          Logger.getLogger("org.xnio"),
          Logger.getLogger("org.jboss.threads"));

  private final Sightings seen = new Sightings();
  private final HttpHandler pages = new ServerPages();
  private final @Nullable Certificate certificate;
  private final Undertow undertow;
  private volatile @Nullable ServerLimit limit;
  private volatile Dialect dialect = Dialect.NONE;

  private StrictServer(@Nullable Certificate certificate) {
    this.certificate = certificate;
    QUIET.forEach(logger -> logger.setLevel(Level.WARNING));
    Undertow.Builder builder =
        Undertow.builder()
            .setServerOption(UndertowOptions.ENABLE_HTTP2, true)
            // Its own is kept for all servers of the JVM, and stands still if one of them is
            // stopped.
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

  /** Without a limit and without TLS. */
  static StrictServer start() {
    return new StrictServer(null);
  }

  /** With TLS as well; the certificate is left in the folder. */
  static StrictServer withTls(Path folder) {
    return new StrictServer(Certificate.in(folder));
  }

  /** From now on this is the limit, and this is how it is told. */
  StrictServer limit(ServerLimit newLimit, Dialect newDialect) {
    dialect = newDialect;
    limit = newLimit;
    return this;
  }

  /** The URL of a page. */
  String http(String page) {
    return "http://" + HOST + ":" + port(0) + page;
  }

  /** The same by TLS. */
  String https(String page) {
    return "https://" + HOST + ":" + port(1) + page;
  }

  /** The certificate of a server with TLS. */
  Certificate certificate() {
    if (certificate == null) {
      throw new IllegalStateException("this server has no TLS");
    }
    return certificate;
  }

  Sightings seen() {
    return seen;
  }

  /** The same, when nothing is under way any more: a client may have its answer before that. */
  Sightings settled() {
    if (!Await.within(PATIENCE, () -> seen.inFlight() == 0)) {
      throw new AssertionError("still under way: " + seen.inFlight());
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
          seen.left(over.getStatusCode());
          next.proceed();
        });
    ServerLimit current = limit;
    if (current == null || !path.startsWith(LIMITED)) {
      pages.handleRequest(exchange);
      return;
    }
    ServerLimit.Verdict verdict = current.judge(nanoTime, now.toEpochMilli());
    tell(exchange, dialect.fields(verdict, now));
    if (verdict.allowed()) {
      pages.handleRequest(exchange);
    } else {
      ServerPages.send(exchange, dialect.rejectionStatus(), dialect.body(verdict, now));
    }
  }

  private static void tell(HttpServerExchange exchange, Map<String, String> fields) {
    fields.forEach((name, value) -> exchange.getResponseHeaders().put(new HttpString(name), value));
  }
}
