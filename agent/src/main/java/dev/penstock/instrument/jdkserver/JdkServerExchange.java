package dev.penstock.instrument.jdkserver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import dev.penstock.http.EncodedParameters;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.http.PathReadings;
import dev.penstock.http.RawPath;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.server.CurrentCall;
import dev.penstock.instrument.server.FirstPassMark;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of the JDK's server that no filter has seen. */
final class JdkServerExchange implements InboundExchange {
  private static final int NO_STATUS = -1;
  private static final int SERVER_ERROR = 500;

  private final HttpExchange exchange;
  private final boolean inFramework;
  private final JdkServerResponse writer;
  private @Nullable String path;
  private @Nullable List<String> otherPaths;
  private @Nullable ResponseBodyStream body;
  private @Nullable FirstPassMark outer;

  JdkServerExchange(HttpExchange exchange, boolean inFramework) {
    this.exchange = exchange;
    this.inFramework = inFramework;
    writer = new JdkServerResponse(exchange);
  }

  @Override
  public Milestone milestone() {
    return Milestone.ARRIVED;
  }

  @Override
  public String method() {
    return exchange.getRequestMethod();
  }

  @Override
  public String path() {
    if (path == null) {
      path =
          inFramework
              ? JdkServerPath.inFramework(exchange.getRequestURI())
              : JdkServerPath.of(exchange.getRequestURI(), exchange.getHttpContext().getPath());
    }
    return path;
  }

  @Override
  public List<String> otherPaths() {
    List<String> known = otherPaths;
    if (known == null) {
      String raw = JdkServerPath.sent(exchange.getRequestURI());
      known = raw == null ? List.of() : otherPaths(path(), raw);
      otherPaths = known;
    }
    return known;
  }

  /** Handlers receive the path as sent, so they may read path parameters as parts of names. */
  private static List<String> otherPaths(String path, String raw) {
    List<String> readings = PathReadings.besides(path, raw);
    String named = raw.indexOf(';') < 0 ? path : RawPath.withParameters(raw);
    if (named.equals(path) || readings.contains(named)) {
      return readings;
    }
    List<String> all = new ArrayList<>(readings);
    all.add(named);
    return all;
  }

  @Override
  public @Nullable String query() {
    return exchange.getRequestURI().getRawQuery();
  }

  /** Ambiguous in more cases than in a framework, because a handler parses the query itself. */
  @Override
  public @Nullable String parameter(String name) {
    String query = query();
    if (query == null) {
      return null;
    }
    return inFramework
        ? EncodedParameters.inQuery(query, name)
        : EncodedParameters.inUnparsedQuery(query, name);
  }

  @Override
  public @Nullable String header(String name) {
    return exchange.getRequestHeaders().getFirst(name);
  }

  @Override
  public @Nullable String headerLines(String name) {
    List<String> lines = exchange.getRequestHeaders().get(name);
    return lines == null || lines.isEmpty() ? null : String.join(",", lines);
  }

  @Override
  public @Nullable String remoteAddress() {
    InetSocketAddress address = exchange.getRemoteAddress();
    return address == null || address.getAddress() == null
        ? null
        : address.getAddress().getHostAddress();
  }

  @Override
  public int localPort() {
    return exchange.getLocalAddress().getPort();
  }

  @Override
  public @Nullable String user() {
    return userOf(exchange);
  }

  /** The user name without the realm, which {@code getName} would include. */
  static @Nullable String userOf(HttpExchange exchange) {
    HttpPrincipal principal = exchange.getPrincipal();
    return principal == null ? null : principal.getUsername();
  }

  @Override
  public @Nullable String attribute(String name) {
    Object value = exchange.getAttribute(name);
    return value == null ? null : String.valueOf(value);
  }

  @Override
  public void addHeader(String name, String value) {
    writer.addHeader(name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    writer.replaceHeader(name, value);
  }

  @Override
  public void reject(RejectionResponse rejection) {
    writer.reject(rejection);
  }

  /** Replaces the response body by one that reports its end. */
  @Override
  public void expectEnd() {
    ResponseBodyStream watched = new ResponseBodyStream(exchange);
    exchange.setStreams(/* in= */ null, watched);
    body = watched;
  }

  @Override
  public void attach(Object attachment) {
    FirstPassMark mark = new FirstPassMark(/* exchange= */ this, attachment);
    if (body != null) {
      body.setMark(mark);
    }
    outer = CurrentCall.enter(mark);
  }

  @Override
  public void methodReturned() {
    CurrentCall.restore(outer);
  }

  @Override
  public @Nullable Object attachment() {
    return null;
  }

  @Override
  public int status() {
    int status = exchange.getResponseCode();
    return status == NO_STATUS ? SERVER_ERROR : status;
  }

  /** True if the handler has returned and another thread will respond. */
  @Override
  public boolean endsLater(Runnable callback) {
    return body != null && body.end().onEnd(callback);
  }
}
