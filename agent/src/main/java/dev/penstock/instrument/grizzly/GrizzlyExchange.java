package dev.penstock.instrument.grizzly;

import dev.penstock.http.Milestone;
import dev.penstock.http.RawPath;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.server.EndOfCall;
import dev.penstock.instrument.server.FirstPassMark;
import dev.penstock.instrument.server.ReflectiveExchange;
import org.jspecify.annotations.Nullable;

/** A request to a Grizzly server and its response. */
final class GrizzlyExchange extends ReflectiveExchange {
  private static final int NOT_ENDED = -1;

  private final GrizzlyApi api;
  private final Object request;
  private final Object response;
  private final Milestone milestone;
  private final EndOfCall end = new EndOfCall();
  private @Nullable String path;
  private volatile int statusAtEnd = NOT_ENDED;

  GrizzlyExchange(GrizzlyApi api, Object request, Object response, Milestone milestone) {
    super(api, request);
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
  public String path() {
    if (path == null) {
      path = RawPath.routed(api.rawPath(request));
    }
    return path;
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
  public void reject(RejectionResponse rejection) {
    api.reject(response, rejection);
  }

  @Override
  public void expectEnd() {
    api.onEnd(
        request,
        () -> {
          // Grizzly reuses the response for the next request.
          statusAtEnd = api.status(response);
          end.end();
        });
  }

  @Override
  public void attach(Object attachment) {
    FirstPassMark mark = new FirstPassMark(/* exchange= */ this, attachment);
    api.setAttribute(request, FirstPassMark.ATTRIBUTE, mark);
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

  /** Grizzly reports every end, also that of a request that ends with the handler. */
  @Override
  public boolean endsLater(Runnable callback) {
    return end.onEnd(callback);
  }
}
