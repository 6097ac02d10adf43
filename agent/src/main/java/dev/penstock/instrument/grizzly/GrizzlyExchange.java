package dev.penstock.instrument.grizzly;

import dev.penstock.http.CookieHeader;
import dev.penstock.http.HeaderField;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.http.PathReadings;
import dev.penstock.http.RawPath;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.EndOfCall;
import dev.penstock.instrument.FirstPassMark;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request to a Grizzly server and its response. */
final class GrizzlyExchange implements InboundExchange {
  private static final int NOT_ENDED = -1;

  private final GrizzlyApi api;
  private final Object request;
  private final Object response;
  private final Milestone milestone;
  private final EndOfCall end = new EndOfCall();
  private @Nullable String path;
  private @Nullable List<String> otherPaths;
  private volatile int statusAtEnd = NOT_ENDED;

  GrizzlyExchange(GrizzlyApi api, Object request, Object response, Milestone milestone) {
    this.api = api;
    this.request = request;
    this.response = response;
    this.milestone = milestone;
  }

  @Override
  public Milestone milestone() {
    return milestone;
  }

  @Override
  public String method() {
    return api.method(request);
  }

  @Override
  public String path() {
    if (path == null) {
      path = RawPath.routed(api.rawPath(request));
    }
    return path;
  }

  @Override
  public List<String> otherPaths() {
    List<String> known = otherPaths;
    if (known == null) {
      known = PathReadings.besides(path(), api.rawPath(request));
      otherPaths = known;
    }
    return known;
  }

  @Override
  public @Nullable String query() {
    return api.query(request);
  }

  @Override
  public @Nullable String header(String name) {
    return api.header(request, name);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return api.headerLines(request, name);
  }

  /** As the server parses it, as long as other parsers would find the same. */
  @Override
  public @Nullable String cookie(String name) {
    String header = headerLines("Cookie");
    return header == null ? null : CookieHeader.parsed(header, name, api.cookie(request, name));
  }

  @Override
  public @Nullable String remoteAddress() {
    return api.remoteAddress(request);
  }

  @Override
  public @Nullable String user() {
    return api.user(request);
  }

  @Override
  public @Nullable String attribute(String name) {
    Object value = api.attribute(request, name);
    return value == null ? null : String.valueOf(value);
  }

  @Override
  public void addHeader(String name, String value) {
    api.setHeader(response, name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    api.setHeader(response, name, value);
  }

  @Override
  public void reject(RejectionResponse refusal) {
    try {
      api.setStatus(response, refusal.status());
      for (HeaderField field : refusal.fields()) {
        api.setHeader(response, field.name(), field.value());
      }
      api.setContentType(response, refusal.contentType());
      api.write(response, refusal.body().getBytes(StandardCharsets.UTF_8));
    } catch (RuntimeException | Error broken) {
      // The call will go on to the application, which must not answer under our status.
      api.reset(response);
      throw broken;
    }
  }

  @Override
  public void expectEnd() {
    api.tellEnd(
        request,
        () -> {
          // The response belongs to the next request soon.
          statusAtEnd = api.status(response);
          end.tell();
        });
  }

  @Override
  public void attach(Object kept) {
    api.setAttribute(request, FirstPassMark.MARK, new FirstPassMark(/* visit= */ this, kept));
  }

  @Override
  public @Nullable Object attachment() {
    return null;
  }

  @Override
  public int status() {
    int known = statusAtEnd;
    return known == NOT_ENDED ? api.status(response) : known;
  }

  /** Grizzly tells of every end, also of those that come with the end of the handler. */
  @Override
  public boolean endsLater(Runnable atEnd) {
    return end.tellsLater(atEnd);
  }
}
