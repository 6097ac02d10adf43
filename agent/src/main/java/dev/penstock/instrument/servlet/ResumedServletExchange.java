package dev.penstock.instrument.servlet;

import dev.penstock.http.Milestone;
import dev.penstock.instrument.server.FirstPassMark;
import dev.penstock.instrument.server.ResumedExchange;
import org.jspecify.annotations.Nullable;

/** A servlet request that an earlier hook has seen and that has reached a later one. */
final class ResumedServletExchange extends ResumedExchange {
  /*
   * The user and attributes are read from the request as it is here, because the application's
   * filters wrap it to set them. The response is written through the wrappers of the filters, too.
   */
  private final ServletApi api;
  private final Object request;
  private final boolean arrives;

  /**
   * @param arrives true if no filter has seen the request, so that its form is read here
   */
  ResumedServletExchange(
      ServletApi api,
      FirstPassMark mark,
      Object request,
      Object response,
      Milestone milestone,
      @Nullable String route,
      boolean arrives) {
    super(mark, milestone, route, new ServletResponseWriter(api, response));
    this.api = api;
    this.request = request;
    this.arrives = arrives;
  }

  @Override
  public @Nullable String user() {
    return api.identity().user(request);
  }

  @Override
  public @Nullable String attribute(String name) {
    Object value = api.attribute(request, name);
    return value == null ? null : String.valueOf(value);
  }

  @Override
  public @Nullable Object replacement() {
    return arrives ? first().replacement() : null;
  }
}
