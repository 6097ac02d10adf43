package dev.penstock.instrument.server;

import dev.penstock.http.CookieHeader;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.PathReadings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An inbound request that is read through a {@link RequestReader}. */
public abstract class ReflectiveExchange implements InboundExchange {
  private final RequestReader reader;
  private final Object request;

  /** Volatile, because event loops may continue a request on another thread. */
  private volatile @Nullable List<String> otherPaths;

  protected ReflectiveExchange(RequestReader reader, Object request) {
    this.reader = reader;
    this.request = request;
  }

  @Override
  public final String method() {
    return reader.method(request);
  }

  @Override
  public final List<String> otherPaths() {
    List<String> known = otherPaths;
    if (known == null) {
      known = readOtherPaths();
      otherPaths = known;
    }
    return known;
  }

  /** Finds the other paths that the application may read; called once per request. */
  protected List<String> readOtherPaths() {
    String raw = reader.rawPath(request);
    return raw == null ? List.of() : PathReadings.besides(path(), raw);
  }

  @Override
  public final @Nullable String query() {
    return reader.query(request);
  }

  @Override
  public final @Nullable String header(String name) {
    return reader.header(request, name);
  }

  @Override
  public final @Nullable String headerLines(String name) {
    return reader.headerLines(request, name);
  }

  /** The value that the server has parsed, if other parsers find the same. */
  @Override
  public final @Nullable String cookie(String name) {
    String header = headerLines("Cookie");
    if (header == null) {
      return null;
    }
    return reader.parsesCookies()
        ? CookieHeader.parsed(header, name, reader.cookie(request, name))
        : CookieHeader.unparsed(header, name);
  }

  @Override
  public @Nullable String remoteAddress() {
    return reader.remoteAddress(request);
  }

  @Override
  public int localPort() {
    return reader.localPort(request);
  }
}
