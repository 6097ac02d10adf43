package dev.penstock.instrument.servlet;

import dev.penstock.http.Milestone;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.FirstPassMark;
import dev.penstock.instrument.ResumedExchange;
import org.jspecify.annotations.Nullable;

/** A servlet request that was met before and has come further since. */
final class ResumedServletExchange extends ResumedExchange {
  /*
   * Who is calling is asked of the request as it is here: the application's filters have wrapped it
   * for exactly that. The answer goes through their wrappers, too; they know what to do with it.
   */
  private final ServletApi api;
  private final Object request;
  private final ServletResponseWriter answer;
  private final boolean arrives;

  /**
   * @param arrives true if no filter has seen the request, so that its form is read here
   */
  ResumedServletExchange(
      ServletApi api,
      FirstPassMark look,
      Object request,
      Object response,
      Milestone milestone,
      @Nullable String route,
      boolean arrives) {
    super(look, milestone, route);
    this.api = api;
    this.request = request;
    this.answer = new ServletResponseWriter(api, response);
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

  @Override
  public void addHeader(String name, String value) {
    answer.addHeader(name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    answer.replaceHeader(name, value);
  }

  @Override
  public void reject(RejectionResponse refusal) {
    answer.reject(refusal);
  }
}
