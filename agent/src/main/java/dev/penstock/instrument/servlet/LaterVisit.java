package dev.penstock.instrument.servlet;

import dev.penstock.call.Milestone;
import dev.penstock.call.Refusal;
import dev.penstock.instrument.Visit;
import org.jspecify.annotations.Nullable;

/** A servlet request that was met before and has come further since. */
final class LaterVisit implements Visit {
  /*
   * What was sent is asked of the request as it came, so that it cannot look different now. Who is
   * calling is asked of the request as it is here: the application's filters have wrapped it for
   * exactly that. The answer goes through their wrappers, too; they know what to do with it.
   */
  private final ServletApi api;
  private final ServletVisit first;
  private final Object kept;
  private final Object request;
  private final ServletAnswer answer;
  private final Milestone milestone;
  private final @Nullable String route;

  LaterVisit(
      ServletApi api,
      ServletCalls.Kept kept,
      Object request,
      Object response,
      Milestone milestone,
      @Nullable String route) {
    this.api = api;
    this.first = kept.first();
    this.kept = kept.kept();
    this.request = request;
    this.answer = new ServletAnswer(api, response);
    this.milestone = milestone;
    this.route = route;
  }

  @Override
  public Milestone milestone() {
    return milestone;
  }

  @Override
  public @Nullable String route() {
    return route;
  }

  @Override
  public String method() {
    return first.method();
  }

  @Override
  public String path() {
    return first.path();
  }

  @Override
  public @Nullable String query() {
    return first.query();
  }

  @Override
  public @Nullable String header(String name) {
    return first.header(name);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return first.headerLines(name);
  }

  @Override
  public @Nullable String remoteAddress() {
    return first.remoteAddress();
  }

  @Override
  public String host() {
    return first.host();
  }

  @Override
  public @Nullable String form(String name) {
    return first.form(name);
  }

  @Override
  public @Nullable String user() {
    return api.identity().user(request);
  }

  @Override
  public @Nullable String session() {
    return first.session();
  }

  @Override
  public @Nullable String attribute(String name) {
    Object value = api.attribute(request, name);
    return value == null ? null : String.valueOf(value);
  }

  @Override
  public void field(String name, String value) {
    answer.field(name, value);
  }

  @Override
  public void changeField(String name, String value) {
    answer.changeField(name, value);
  }

  @Override
  public void refuse(Refusal refusal) {
    answer.refuse(refusal);
  }

  /** It is kept already, and whoever kept it will hear of its end. */
  @Override
  public void keep(Object other) {}

  @Override
  public Object kept() {
    return kept;
  }

  @Override
  public int status() {
    return first.status();
  }

  @Override
  public boolean endsLater(Runnable atEnd) {
    return false;
  }
}
